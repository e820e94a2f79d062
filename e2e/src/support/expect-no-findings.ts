import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectToldApart } from './forced-colors.ts';

/**
 * Expects that all rules of axe hold for the page as it is now, and that all on it is told apart in
 * forced colours, which axe does not know.
 *
 * @param place what is on the page, for the failure
 */
export async function expectNoFindings(page: Page, place: string): Promise<void> {
  const axe = new AxeBuilder({ page });
  // New in WCAG 2.2, and off unless asked for. What is right need not be described.
  axe.options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
  // The site has no frames, whose findings would have to be put together in a page of their own.
  axe.setLegacyMode();
  const { violations } = await axe.analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`),
  );
  expect(findings, place).toEqual([]);
  await expectToldApart(page, place);
}
