import { chakra } from 'shared-runtime/ui';
import { paint } from '../paint.ts';

/**
 * The route line on its way from the clients' steps, on the left, to the drivers', on the right. It
 * stands on the border of the two sections, and ends in the middle of the stops' columns.
 */
export function RouteCrossing() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'none', xl: 'block' }}
      position="absolute"
      top="-5.5rem"
      left="calc(var(--side) + 1.375rem)"
      w="calc(50% - var(--side) + 3rem)"
      h="12rem"
      overflow="visible"
      viewBox="0 0 672 192"
      preserveAspectRatio="none"
      fill="none"
    >
      <path
        d="M0 0c0 96 150 110 330 96s342 0 342 96"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </chakra.svg>
  );
}
