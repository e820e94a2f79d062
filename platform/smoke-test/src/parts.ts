import { differenceOf } from './compare-looks.ts';
import { type Look, readLook } from './in-page/read-look.ts';
import type { Tab } from './tab.ts';

/** Parts of the page that belong to the shell. */
const selectors = {
  header: '[data-testid="site-header"]',
  footer: 'footer:not([data-remote] *)',
} as const;

/** The parts that are there. */
export type Parts = Readonly<Partial<Record<keyof typeof selectors, Look>>>;

const names = Object.keys(selectors) as (keyof typeof selectors)[];

/** Looks at header and footer. */
export async function lookAtParts({ page }: Tab): Promise<Parts> {
  const parts: Record<string, Look> = {};
  for (const name of names) {
    const part = page.locator(selectors[name]).first();
    if (await part.isVisible()) parts[name] = await part.evaluate(readLook);
  }
  return parts;
}

/** Returns how header and footer differ, one sentence each. */
export function compareParts(now: Parts, before: Parts): string[] {
  return names.flatMap((name) => {
    const [one, other] = [now[name], before[name]];
    if (!one && !other) return [];
    if (!one) return [`the ${name} is missing, which is there with the current release`];
    if (!other) return [`the ${name} is there, which is not with the current release`];
    const difference = differenceOf(one, other);
    return difference
      ? [`the ${name} looks different than with the current release: ${difference}`]
      : [];
  });
}
