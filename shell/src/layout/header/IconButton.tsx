import { chakra } from '@kargo/shared-runtime/ui';

/** A button of the header that shows an icon only; name it with `aria-label`. */
export const IconButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '2.75rem',
    flexShrink: 0,
    borderRadius: 'button',
    cursor: 'pointer',
    transition: 'background-color {durations.fast}',
    _hover: { bg: 'color-mix(in srgb, currentColor 8%, transparent)' },
    '& svg': { boxSize: '1.5rem', strokeWidth: 1.75 },
    '@media print': { display: 'none' },
  },
});
