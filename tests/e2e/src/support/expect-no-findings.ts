import { accessibilityFindings } from '@kargo/smoke-test/accessibility';
import { expect, type Page } from '@playwright/test';
import { expectDistinguishable } from './forced-colors.ts';

/**
 * Expects that the page in its present state passes all rules of axe, and that everything stays
 * distinguishable in forced colours, which axe does not check.
 *
 * @param place the content of the page, for the message of a failure
 */
export async function expectNoFindings(page: Page, place: string): Promise<void> {
  // Elements without CSS yet, see element.ts in shared-runtime.
  await expect(page.locator('[style^="position: fixed; opacity: 0"]')).toHaveCount(0);
  const findings = (await accessibilityFindings(page)).map(({ text }) => text);
  expect(findings, place).toEqual([]);
  await expectDistinguishable(page, place);
}
