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

/** Shows a section and focuses its heading, without a history entry, so that Back leaves. */
export function goToSection(event: MouseEvent, id: SectionId): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  scrollToSection(id)?.focus({ preventScroll: true });
}
