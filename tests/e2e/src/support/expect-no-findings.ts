import { accessibilityFindings } from '@kargo/smoke-test/accessibility';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectDistinguishable } from './forced-colors.ts';

/**
 * Expects the page in its present state to pass all rules of axe, and everything to stay
 * distinguishable in forced colours, which axe does not check.
 *
 * @param place the content of the page, for the message of a failure
 * @param within the part of the page that has changed since axe was run on all of it
 */
export async function expectNoFindings(page: Page, place: string, within?: Locator): Promise<void> {
  // Elements without CSS yet, see element.ts in shared-runtime.
  await expect(page.locator('[style^="position: fixed; opacity: 0"]')).toHaveCount(0);
  const findings = (await accessibilityFindings(page, within)).map(({ text }) => text);
  expect(findings, place).toEqual([]);
  await expectDistinguishable(page, place);
}
