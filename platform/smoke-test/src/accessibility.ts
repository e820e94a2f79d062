import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

/** Minified: `@axe-core/playwright` puts the whole source into a page, twice, which takes ten times as long. */
const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Returns what axe finds on the page as it is now: the rule and how much it is in the way, such as `serious`. */
export async function accessibilityFindings(page: Page) {
  const isThere = await page.evaluate(() => 'axe' in window);
  // What axe puts there once more is the browser's own.
  const script = `${await readFile(axeFile, 'utf8')};delete document.elementsFromPoint`;
  if (!isThere) await page.evaluate(script);
  const violations = await page.evaluate(findViolations);
  return violations.flatMap(({ id, help, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      impact,
      text: `${id} (${help}) at ${target}: ${failureSummary?.replaceAll(/(:?)\s*\n\s*/g, (_, colon) => (colon ? ': ' : '; '))}`,
    })),
  );
}

/** Runs in the page. */
async function findViolations(): Promise<axeCore.Result[]> {
  const { axe } = window as unknown as { axe: typeof axeCore };
  // `target-size` is new in WCAG 2.2 and off by default. Passed rules need no details.
  const rules = { 'target-size': { enabled: true } };
  const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] });
  return violations;
}
