import { css, cx } from '@kargo/shared-runtime/styles';
import type { ComponentProps } from 'react';

/** A header button that shows only an icon; name it with `aria-label`. */
export function IconButton({ className, ...button }: ComponentProps<'button'>) {
  return <button type="button" className={cx(iconButtonStyle, className)} {...button} />;
}

const iconButtonStyle = css({
  _byDefault: {
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
