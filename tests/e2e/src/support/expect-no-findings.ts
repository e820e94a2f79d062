import { accessibilityFindings } from '@kargo/smoke-test/accessibility';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectDistinguishable } from './forced-colors.ts';

/**
 * Expects the page as it is to pass all rules of axe, and everything to stay distinguishable in
 * forced colours, which axe does not check.
 *
 * @param place what the page shows, for the message of a failure
 * @param within the part that has changed since axe checked the whole page
 */
export async function expectNoFindings(page: Page, place: string, within?: Locator): Promise<void> {
  // Elements still without CSS, see element.ts in shared-runtime.
  await expect(page.locator('[style^="position: fixed; opacity: 0"]')).toHaveCount(0);
  const findings = (await accessibilityFindings(page, within)).map(({ text }) => text);
  expect(findings, place).toEqual([]);
  await expectDistinguishable(page, place);
}
