import { prefersReducedMotion } from './reduced-motion.ts';
import { whenPresent } from './when-present.ts';

/** While a screen is on its way, what stands below it is not where it will be. */
const screenIsThere = ':root:not(:has([data-pending-screen]))';

/**
 * Scrolls to the element with that id and moves the focus to its heading, once it is drawn.
 *
 * @returns what to call to give up waiting
 */
export function goToAnchor(id: string, { smoothly }: { smoothly: boolean }): () => void {
  return whenPresent(`${screenIsThere} #${CSS.escape(id)}`, (part) => {
    const heading = part.querySelector<HTMLElement>('h1, h2, h3') ?? part;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    part.scrollIntoView({ behavior: smoothly && !prefersReducedMotion() ? 'smooth' : 'instant' });
  });
}
