import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Finding {
  /** How much it is in the way, such as `serious`. */
  impact?: string | null | undefined;
  text: string;
}

/** Returns what axe finds on the page as it is now, with the rules that a finding breaks. */
export async function accessibilityFindings(page: Page): Promise<Finding[]> {
  const axe = new AxeBuilder({ page });
  // `target-size` is new in WCAG 2.2 and off by default. Passed rules need no details.
  axe.options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
  // The site has no frames; only their findings would need another page to merge them.
  axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      impact,
      text: `${id} (${help}) at ${target}: ${failureSummary}`,
    })),
  );
}
