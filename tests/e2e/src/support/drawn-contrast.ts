import { expect, type Locator } from '@playwright/test';
import { PNG, type PNGWithMetadata } from 'pngjs';
import { type Color, contrastOf } from './contrast.ts';

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** Share of the pixels to compare: letters and outlines fill little of their box. */
const drawnShare = 0.01;

/**
 * Expects a contrast of at least 4.5:1 from the elements in the window, as for text (WCAG 1.4.3).
 * Compares pixels, since the DOM does not tell what is behind an element. Retries, since a
 * screenshot may be empty while the window changes.
 *
 * @param place where the elements are, for the message of a failure
 */
export async function expectDrawnReadable(elements: Locator, place: string): Promise<void> {
  const message = `unreadable ${place}`;
  await expect.poll(() => findUnreadable(elements), { message, timeout: 15_000 }).toEqual([]);
}

async function findUnreadable(elements: Locator): Promise<object[]> {
  const screenshot = PNG.sync.read(await elements.page().screenshot({ animations: 'disabled' }));
  const boxes = await elements.evaluateAll((found) =>
    found
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return { name, x, y, width, height };
      }),
  );
  const inWindow = boxes.filter(
    ({ y, width, height }) => y >= 0 && y + height <= screenshot.height && width > 1,
  );
  if (inWindow.length === 0) return [{ name: 'nothing is in the window' }];
  return inWindow
    .map(({ name, ...box }) => ({ name, contrast: contrastIn(screenshot, box) }))
    .filter(({ contrast }) => contrast < 4.5);
}

/** Contrast between a box's most frequent colour and that of its text, from 1 to 21. */
function contrastIn(screenshot: PNGWithMetadata, box: Box): number {
  const [width, height] = [Math.floor(box.width), Math.floor(box.height)];
  const cut = new PNG({ width, height });
  PNG.bitblt(screenshot, cut, Math.floor(box.x), Math.floor(box.y), width, height, 0, 0);
  const { data } = cut;
  const pixels = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = data.readUIntBE(at, 3);
    pixels.set(color, (pixels.get(color) ?? 0) + 1);
  }
  const [ground] = [...pixels].reduce((most, each) => (each[1] > most[1] ? each : most));
  const byContrast = [...pixels]
    .map(([color, count]) => ({
      contrast: contrastOf(channelsOf(color), channelsOf(ground)),
      count,
    }))
    .sort((a, b) => b.contrast - a.contrast);
  let left = (data.length / 4) * drawnShare;
  for (const { contrast, count } of byContrast) {
    left -= count;
    if (left <= 0) return contrast;
  }
  return 1;
}

const channelsOf = (color: number): Color => [color >> 16, (color >> 8) & 255, color & 255];
