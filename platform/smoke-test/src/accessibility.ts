import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type axeCore from 'axe-core';

/** `@axe-core/playwright` would inject the whole source twice, which takes ten times as long. */
const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Returns axe's findings, each with its impact, such as `serious`. */
export async function accessibilityFindings(page: Page, within: Locator = page.locator('html')) {
  const isThere = await page.evaluate(() => 'axe' in window);
  // axe puts its own copy of this function on the document, which would count as a replaced one.
  const script = `${await readFile(axeFile, 'utf8')};delete document.elementsFromPoint`;
  if (!isThere) await page.evaluate(script);
  const violations = await within.evaluate(findViolations);
  return violations.flatMap(({ id, help, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      impact,
      text: `${id} (${help}) at ${target}: ${failureSummary?.replaceAll(/(:?)\s*\n\s*/g, (_, colon) => (colon ? ': ' : '; '))}`,
    })),
  );
}

/** Runs in the page. */
async function findViolations(within: Element): Promise<axeCore.Result[]> {
  const { axe } = window as unknown as { axe: typeof axeCore };
  const rules = {
    // New in WCAG 2.2, and off by default.
    'target-size': { enabled: true },
    // It takes abbreviations, such as weekdays in a calendar, for other words.
    'label-content-name-mismatch': { enabled: false },
  };
  // Other rules are advice.
  const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const runOnly = { type: 'tag', values: levels } as const;
  const resultTypes: axeCore.resultGroups[] = ['violations', 'incomplete'];
  const { violations, incomplete } = await axe.run(within, { rules, runOnly, resultTypes });
  // axe leaves it to people whether a text may have the colour of its background.
  const isUnseen = ({ any }: axeCore.NodeResult) =>
    any.some(({ id, data }) => id === 'color-contrast' && data?.messageKey === 'equalRatio');
  const unseen = incomplete.map((it) => ({ ...it, nodes: it.nodes.filter(isUnseen) }));
  return [...violations, ...unseen];
}
