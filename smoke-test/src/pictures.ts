import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Tab } from './tab.ts';

/** Parts of the page that belong to the shell, by name. */
const parts = {
  header: '[data-testid="site-header"]',
  footer: 'footer',
} as const;

/** PNGs of the parts that are there, by name. */
export type Pictures = Readonly<Record<string, Buffer>>;

/** Takes pictures of header and footer, without the screen that may shine through. */
export async function takePictures({ page }: Tab, app: string): Promise<Pictures> {
  const show = (visibility: string) =>
    page.locator(`[data-remote="${app}"]`).evaluate((region, value) => {
      (region as HTMLElement).style.visibility = value;
    }, visibility);
  const pictures: Record<string, Buffer> = {};
  await show('hidden');
  for (const [name, selector] of Object.entries(parts)) {
    const part = page.locator(selector).first();
    if (await part.isVisible()) pictures[name] = await part.screenshot({ animations: 'disabled' });
  }
  await show('');
  return pictures;
}

/** Share of a picture's points that may differ, by anti-aliasing. */
const tolerance = 0.002;

/** Returns how header and footer differ from those with the current release, one sentence each. */
export function comparePictures(now: Pictures, before: Pictures): string[] {
  return Object.keys(parts).flatMap((name) => {
    const difference = differenceOf(now[name], before[name]);
    return difference ? [`the ${name} ${difference} with the current release`] : [];
  });
}

function differenceOf(now: Buffer | undefined, before: Buffer | undefined): string | undefined {
  if (!now) return before && 'is missing, which is there';
  if (!before) return 'is there, which is not';
  const [one, other] = [PNG.sync.read(now), PNG.sync.read(before)];
  const { width, height } = one;
  if (width !== other.width || height !== other.height)
    return `has ${width} × ${height} px, in place of ${other.width} × ${other.height}`;
  const points = pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.2 });
  const share = points / (width * height);
  if (share <= tolerance) return undefined;
  return `looks different in ${(share * 100).toFixed(1)} % of its points than`;
}
