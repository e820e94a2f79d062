import { prefersReducedMotion } from '@kargo/shared-ui/prefers-reduced-motion';
import type { MouseEvent } from 'react';

/** The sections of the profile page, in their order on it, with their headings. */
export const sectionTitles = {
  'profile-information': 'Profile Information',
  'change-password': 'Change Password',
  'payout-account': 'Stripe Connected Account',
  'danger-zone': 'Danger Zone',
} as const;

export type SectionId = keyof typeof sectionTitles;

/** Scrolls to a section, and returns its heading. */
export function scrollToSection(id: SectionId): HTMLElement | null {
  const heading = document.getElementById(`${id}-heading`);
  heading?.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  return heading;
}

/** Brings a section into view and the focus to its heading, without a new history entry, so that Back leaves the page. */
export function goToSection(event: MouseEvent, id: SectionId): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  scrollToSection(id)?.focus({ preventScroll: true });
}
