import { waitFor } from '@testing-library/react';

/** Waits until the focus is in that element; a dialog listens to the keyboard only from then on. */
export async function focusIn(element: HTMLElement): Promise<void> {
  await waitFor(() => expect(element).toContainElement(document.activeElement as HTMLElement));
}
