import { chakra } from 'shared-runtime/ui';
import { paint } from '../paint.ts';
import { Parcel } from './app-screens/map-parts.tsx';

// Low until it has passed under the text, whose end is at 768 on the narrowest window that shows it.
const way =
  'M-800 610C-500 690-220 640 0 640c170 0 250 40 400 40 60 0 110-1 160-8 120-16 190-16 250-66s90-96 180-96';

/**
 * The route line where it starts: from the left edge, past the text, to behind the device. A parcel
 * travels along it, once.
 */
export function BannerRoute() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'none', xl: 'block' }}
      position="absolute"
      bottom="0"
      left="50%"
      w="1440px"
      h="760px"
      ml="-720px"
      overflow="visible"
      viewBox="0 0 1440 760"
      fill="none"
    >
      <path
        d={way}
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      <circle
        cx={560}
        cy={672}
        r={18}
        fill={paint.ink950}
        stroke={paint.lime}
        strokeOpacity={0.4}
        strokeWidth={2}
      />
      <circle cx={560} cy={672} r={9} fill={paint.lime} />
      <chakra.g
        display="none"
        css={{
          '@media (prefers-reduced-motion: no-preference)': {
            display: 'block',
            offsetPath: `path("${way}")`,
            offsetRotate: '0deg',
            offsetDistance: '100%',
            animation: 'follow-path 3.2s {easings.out} 0.6s backwards',
          },
        }}
      >
        <Parcel x={-13} y={-13} size={26} />
      </chakra.g>
    </chakra.svg>
  );
}
