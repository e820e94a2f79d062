import type { Locator } from '@playwright/test';

/** Fills in a field as browsers and password managers do: all at once, with events but without keys. */
export async function fillIn(field: Locator, value: string): Promise<void> {
  await field.evaluate((input, text) => {
    // React has put a setter of its own on the element, which those do not meet.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}
