import { differenceOf } from './compare-looks.ts';
import { type Look, readLook } from './in-page/read-look.ts';
import { differenceOfPictures, type Picture, takePictures } from './pictures.ts';
import type { Tab } from './tab.ts';

/** Parts of the page that belong to the shell. */
const selectors = {
  header: '[data-testid="site-header"]',
  footer: 'footer:not([data-remote] *)',
} as const;

interface Part {
  look: Look;
  pictures: Picture[];
}

/** The parts that are there. */
export type Parts = Readonly<Partial<Record<keyof typeof selectors, Part>>>;

const names = Object.keys(selectors) as (keyof typeof selectors)[];

/** Looks at header and footer. */
export async function lookAtParts({ page }: Tab): Promise<Parts> {
  const parts: Record<string, Part> = {};
  for (const name of names) {
    const part = page.locator(selectors[name]).first();
    if (!(await part.isVisible())) continue;
    parts[name] = {
      look: await part.evaluate(readLook),
      pictures: await takePictures(page, part),
    };
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  }
  return parts;
}

/** Returns how header and footer differ, one sentence each: by their looks, else by their pictures. */
export function compareParts(now: Parts, before: Parts): string[] {
  return names.flatMap((name) => {
    const [one, other] = [now[name], before[name]];
    if (!one && !other) return [];
    if (!one) return [`the ${name} is missing, which is there with the current release`];
    if (!other) return [`the ${name} is there, which is not with the current release`];
    const difference =
      differenceOf(one.look, other.look) ?? differenceOfPictures(one.pictures, other.pictures);
    return difference
      ? [`the ${name} looks different than with the current release: ${difference}`]
      : [];
  });
}
