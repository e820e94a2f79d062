import { prefersReducedMotion } from '@kargo/shared-ui/prefers-reduced-motion';
import { whenVisitorScrolls } from './when-visitor-scrolls.ts';

/** Duration of the scroll to the top (spec section 9). */
const durationMs = 400;

/**
 * Scrolls to the top of the page, slowing down on the way; jumps there under reduced motion.
 * Resolves at the top, or when the visitor scrolls instead. The browser's own smooth scrolling has
 * no duration to set.
 */
export function scrollToTop(): Promise<void> {
  if (prefersReducedMotion()) {
    window.scrollTo(0, 0);
    return Promise.resolve();
  }
  const from = window.scrollY;
  const start = performance.now();
  return new Promise((resolve) => {
    let frame = requestAnimationFrame(step);
    const stopListening = whenVisitorScrolls(stop);

    function step(now: number) {
      const progress = Math.min((now - start) / durationMs, 1);
      window.scrollTo(0, from * (1 - progress) ** 3);
      if (progress < 1) frame = requestAnimationFrame(step);
      else stop();
    }
    function stop() {
      cancelAnimationFrame(frame);
      stopListening();
      resolve();
    }
  });
}
