import { chakra } from 'shared-runtime/ui';
import { paint } from '../paint.ts';

/** The route line where it starts: from the left edge, past the text, to behind the device. */
export function BannerRoute() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'none', lg: 'block' }}
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
        d="M-800 610C-500 690-220 640 0 640c170 0 250 34 400 34 60 0 110-3 160-14 210-46 220-221 318-221 40 0 60 9 100 22"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      <circle
        cx={560}
        cy={660}
        r={18}
        fill={paint.ink950}
        stroke={paint.lime}
        strokeOpacity={0.4}
        strokeWidth={2}
      />
      <circle cx={560} cy={660} r={9} fill={paint.lime} />
    </chakra.svg>
  );
}
