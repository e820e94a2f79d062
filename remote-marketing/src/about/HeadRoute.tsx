import { chakra } from 'shared-runtime/ui';
import { MapPin } from '../home/app-screens/map-parts.tsx';
import { paint } from '../paint.ts';

/** The route line on its way through the head of the About page. */
export function HeadRoute() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'none', lg: 'block' }}
      position="absolute"
      top="50%"
      left="50%"
      w="1440px"
      h="360px"
      mt="-180px"
      ml="-720px"
      overflow="visible"
      viewBox="0 0 1440 360"
      fill="none"
    >
      <path
        d="M2400 250C2000 340 1700 330 1480 300c-200-28-180-180-330-180-130 0-90 150-210 150"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      <MapPin x={938} y={268} scale={1.15} />
    </chakra.svg>
  );
}
