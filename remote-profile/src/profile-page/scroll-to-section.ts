import { prefersReducedMotion } from '@kargo/shared-ui/prefers-reduced-motion';
import type { SectionId } from './sections.ts';

/** Scrolls to a section, and returns its heading. */
export function scrollToSection(id: SectionId): HTMLElement | null {
  const heading = document.getElementById(`${id}-heading`);
  heading?.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  return heading;
}
