import { prefersReducedMotion } from '@kargo/shared-ui/prefers-reduced-motion';
import { whenPresent } from './when-present.ts';

/**
 * Scrolls to the element with that id and moves the focus to its heading, once it is rendered.
 *
 * @returns a function that stops waiting
 */
export function goToAnchor(id: string, { smoothly }: { smoothly: boolean }): () => void {
  const goThere = (part: HTMLElement) => {
    const heading = part.querySelector<HTMLElement>('h1, h2, h3') ?? part;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    part.scrollIntoView({ behavior: smoothly && !prefersReducedMotion() ? 'smooth' : 'instant' });
  };
  // While a screen is on its way, what stands below it is not where it will be.
  return whenPresent(`#${CSS.escape(id)}`, goThere, { unless: '[data-pending-screen]' });
}
