import { prefersReducedMotion } from './reduced-motion.ts';

/** How long the way up takes, in milliseconds (spec section 9). */
const duration = 400;

/** What a visitor does to take the scrolling over. */
const ownScrolling = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls the page to its top, evenly slowing down; at once under reduced motion. Resolves when it
 * is there, or when the visitor scrolls instead. The browser's own smooth scrolling has no
 * duration to set.
 */
export function scrollToTop(): Promise<void> {
  if (prefersReducedMotion()) {
    window.scrollTo(0, 0);
    return Promise.resolve();
  }
  const from = window.scrollY;
  const start = performance.now();
  return new Promise((resolve) => {
    const stop = new AbortController();
    for (const event of ownScrolling) {
      window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true });
    }
    const step = (now: number) => {
      if (stop.signal.aborted) return resolve();
      const progress = Math.min((now - start) / duration, 1);
      window.scrollTo(0, from * (1 - progress) ** 3);
      if (progress < 1) return requestAnimationFrame(step);
      stop.abort();
      resolve();
    };
    requestAnimationFrame(step);
  });
}
