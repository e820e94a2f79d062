import { chakra } from 'shared-runtime/ui';
import { MapPin } from '../home/app-screens/map-parts.tsx';
import { paint } from '../paint.ts';

/** The route line on a page that has little else. On narrow windows its end is what is seen of it. */
export function PlaceholderRoute() {
  return (
    <chakra.svg
      aria-hidden
      flexShrink={0}
      alignSelf="flex-end"
      mb="4rem"
      w={{ base: '30rem', md: '60rem', lg: '90rem' }}
      maxW="none"
      overflow="visible"
      viewBox="0 0 1440 240"
      fill="none"
    >
      <path
        d="M-1200 200C-600 240-300 120 0 130s260 90 460 80 230-150 420-150 180 120 330 118"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
      <MapPin x={1212} y={172} scale={1.4} />
    </chakra.svg>
  );
}
