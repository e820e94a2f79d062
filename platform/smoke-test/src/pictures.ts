import type { Locator, Page, PageScreenshotOptions } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { drawAlone } from './in-page/draw-alone.ts';

/** How long a part may take to stand still, in milliseconds. */
const restMs = 3000;

/** Share of points that may differ, by anti-aliasing. */
const tolerance = 0.002;

/** Share of points that may never stand still. */
const mostMoving = 0.25;

/** A picture of what fits into the window. */
export interface Picture {
  png: PNG;
  /** Indices of the points that did not stand still. */
  moving: ReadonlySet<number>;
}

/** Takes pictures of a part of the page and of nothing else, one below the other. */
export async function takePictures(page: Page, part: Locator): Promise<Picture[]> {
  const undo = await part.evaluateHandle(drawAlone as (part: Node) => () => void);
  const pictures: Picture[] = [];
  for (let index = 0; ; index++) {
    const clip = await part.evaluate(scrollToSlice, index);
    if (!clip) break;
    pictures.push(await takePicture(page, clip));
  }
  await undo.evaluate((run) => run());
  return pictures;
}

type Rectangle = NonNullable<PageScreenshotOptions['clip']>;

/** Runs in the page: shows as much of a part as fits into the window, and returns where; null behind its end. */
function scrollToSlice(part: Element, index: number): Rectangle | null {
  const { height } = part.getBoundingClientRect();
  const begin = index * innerHeight;
  if (Math.round(height) <= begin) return null;
  scrollBy({ top: part.getBoundingClientRect().top + begin, behavior: 'instant' });
  const { left, top, width } = part.getBoundingClientRect();
  const y = Math.round(top + begin);
  return {
    x: Math.round(left),
    y,
    width: Math.round(width),
    height: Math.min(Math.round(height) - begin, innerHeight - y),
  };
}

/** Takes pictures until two are alike. */
async function takePicture(page: Page, clip: Rectangle): Promise<Picture> {
  const take = async () =>
    PNG.sync.read(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }));
  const moving = new Set<number>();
  const end = performance.now() + restMs;
  let png = await take();
  while (true) {
    const next = await take();
    const changed = changedPoints(png, next);
    if (changed.length === 0) return { png, moving: new Set() };
    for (const point of changed) moving.add(point);
    png = next;
    if (performance.now() > end) return { png, moving };
  }
}

function changedPoints({ data: one }: PNG, { data: other }: PNG): number[] {
  if (one.equals(other)) return [];
  const points = Array.from({ length: one.length / 4 }, (_, point) => point);
  return points.filter((point) => one.readUInt32BE(point * 4) !== other.readUInt32BE(point * 4));
}

/** Returns how pictures of a part differ; undefined if they do not. */
export function differenceOfPictures(now: readonly Picture[], before: readonly Picture[]) {
  for (const [index, picture] of now.entries()) {
    const other = before[index];
    const difference = other && differenceOfTwo(picture, other);
    if (difference) return difference;
  }
  return undefined;
}

function differenceOfTwo(now: Picture, before: Picture): string | undefined {
  // Where a height is a fraction, one of them may have a row more.
  const width = Math.min(now.png.width, before.png.width);
  const height = Math.min(now.png.height, before.png.height);
  const moving = new Set([...now.moving, ...before.moving]);
  const share = (points: number) => points / (width * height);
  if (share(now.moving.size) > mostMoving && share(before.moving.size) <= mostMoving)
    return `${percent(share(now.moving.size))} of its points never stand still`;
  const [one, other] = [now, before].map(({ png }) => cropped(png, width, height, moving));
  if (!one || !other) return undefined;
  const points = pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.2 });
  return share(points) > tolerance ? `${percent(share(points))} of its points differ` : undefined;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Returns the left upper part of a picture, without the points that move. */
function cropped(png: PNG, width: number, height: number, moving: ReadonlySet<number>): PNG {
  const copy = new PNG({ width, height });
  PNG.bitblt(png, copy, 0, 0, width, height, 0, 0);
  for (const point of moving) {
    const [x, y] = [point % png.width, Math.floor(point / png.width)];
    if (x < width && y < height) copy.data.writeUInt32BE(0, (y * width + x) * 4);
  }
  return copy;
}
