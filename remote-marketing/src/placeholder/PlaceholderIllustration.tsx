import { MapPin } from 'shared-ui/drawing/map';
import { RouteLine } from 'shared-ui/drawing/RouteLine';

/** The route line; on narrow windows only its end is visible. */
export function PlaceholderIllustration() {
  return (
    <RouteLine
      d="M-1200 200C-600 240-300 120 0 130s260 90 460 80 230-150 420-150 180 120 330 118"
      isWidthKept
      position="static"
      flexShrink={0}
      alignSelf="flex-end"
      mb="4rem"
      w={{ base: '30rem', md: '60rem', lg: '90rem' }}
      maxW="none"
      viewBox="0 0 1440 240"
    >
      <MapPin x={1212} y={172} scale={1.4} />
    </RouteLine>
  );
}
