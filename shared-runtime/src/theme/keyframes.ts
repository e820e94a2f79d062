import type { CssKeyframes } from '@pandacss/types';

export const keyframes = {
  appear: { from: { opacity: 0 } },
  /** For an animation with one step: hidden until it ends. */
  unseen: { from: { visibility: 'hidden' } },
  spin: { to: { transform: 'rotate(360deg)' } },
  /** Along an `offset-path`, to where the element's own `offset-distance` leaves it. */
  'follow-path': { from: { offsetDistance: '25%' } },
  /** From the start of a line to where the element stands, its end; by `--line-length`. */
  'travel-line': {
    from: { transform: 'translateX(calc(-1 * var(--line-length)))', opacity: 0 },
    '15%, 85%': { opacity: 1 },
    '85%, to': { transform: 'none' },
    to: { opacity: 0 },
  },
} satisfies CssKeyframes;
