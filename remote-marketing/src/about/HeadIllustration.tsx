import { MapPin } from 'shared-ui/drawing/map';
import { RouteLine } from 'shared-ui/drawing/RouteLine';

export function HeadIllustration() {
  return (
    <RouteLine
      d="M2400 250C2000 340 1700 330 1480 300c-200-28-180-180-330-180-130 0-90 150-210 150"
      display={{ base: 'none', lg: 'block' }}
      top="50%"
      left="50%"
      w="1440px"
      h="360px"
      mt="-180px"
      ml="-720px"
      viewBox="0 0 1440 360"
    >
      <MapPin x={938} y={268} scale={1.15} />
    </RouteLine>
  );
}
