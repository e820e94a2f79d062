import type { MouseEvent } from 'react';
import { scrollToSection } from './scroll-to-section.ts';
import type { SectionId } from './sections.ts';

/** Brings a section into view and the focus to its heading, without a new history entry, so that Back leaves the page. */
export function goToSection(event: MouseEvent, id: SectionId): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  scrollToSection(id)?.focus({ preventScroll: true });
}
