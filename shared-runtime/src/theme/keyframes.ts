import type { CssKeyframes } from '@pandacss/types';

export const keyframes = {
  appear: { from: { opacity: 0 } },
  /** For an animation with one step: hidden until it ends. */
  unseen: { from: { visibility: 'hidden' } },
  spin: { to: { transform: 'rotate(360deg)' } },
  /** Along an `offset-path`, up to the element's own `offset-distance`. */
  'follow-path': { from: { offsetDistance: '25%' } },
  /** From the start of a line to its end, where the element is. `--line-length` is the distance. */
  'travel-line': {
    from: { transform: 'translateX(calc(-1 * var(--line-length)))', opacity: 0 },
    '15%, 85%': { opacity: 1 },
    '85%, to': { transform: 'none' },
    to: { opacity: 0 },
  },
} satisfies CssKeyframes;
