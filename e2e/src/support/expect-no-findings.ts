import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectToldApart } from './forced-colors.ts';

/**
 * Expects that the page in its present state passes all rules of axe, and that everything stays
 * distinguishable in forced colours, which axe does not check.
 *
 * @param place the content of the page, for the message of a failure
 */
export async function expectNoFindings(page: Page, place: string): Promise<void> {
  const axe = new AxeBuilder({ page });
  // `target-size` is new in WCAG 2.2 and off by default. Passed rules need no details.
  axe.options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
  // The site has no frames; only their findings would need another page to merge them.
  axe.setLegacyMode();
  const { violations } = await axe.analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`),
  );
  expect(findings, place).toEqual([]);
  await expectToldApart(page, place);
}
