/** @jest-environment node */
import { DrawingBlocked, makeSmaller } from './make-smaller.ts';

const limit = 2_097_152;

/** The canvases that were drawn, in their order. */
let drawn: { width: number; height: number }[];

/** Replaces the browser's decoder and encoder; a JPEG has this many bytes per pixel. */
function encodeWith(
  bytesPerPixel: number,
  picture: { width: number; height: number },
  readBack = (pixels: number[]) => pixels,
) {
  drawn = [];
  const close = jest.fn();
  const pixels: number[] = [];
  const context = {
    fillStyle: '',
    fillRect: () => pixels.push(...(context.fillStyle.match(/\d+/g) ?? []).map(Number), 255),
    drawImage() {},
    getImageData: () => ({ data: Uint8ClampedArray.from(readBack(pixels)) }),
  };
  Object.assign(globalThis, {
    createImageBitmap: async () => ({ ...picture, close }),
    OffscreenCanvas: class {
      constructor(width: number, height: number) {
        // The small one tests the browser.
        if (height > 1 || width > 16) drawn.push({ width, height });
      }
      getContext = () => Object.assign(context, { canvas: this });
      convertToBlob = async ({ type }: { type: string }) => {
        const { width, height } = drawn.at(-1) ?? { width: 0, height: 0 };
        return new File([new Uint8Array(Math.ceil(width * height * bytesPerPixel))], '', { type });
      };
    },
  });
  return close;
}

const photo = (name: string) => new File([new Uint8Array(1)], name, { type: 'image/png' });

test('a photo becomes a JPEG of 2048 pixels at most, with the same proportions', async () => {
  const close = encodeWith(0.25, { width: 3000, height: 4000 });
  const smaller = await makeSmaller(photo('me.at.work.PNG'));
  expect(drawn).toEqual([{ width: 1536, height: 2048 }]);
  expect(smaller.name).toBe('me.at.work.jpg');
  expect(smaller.type).toBe('image/jpeg');
  expect(close).toHaveBeenCalledTimes(1);
});

test('a picture is drawn smaller until it fits, to the byte', async () => {
  encodeWith(limit / 2000 / 1000, { width: 2000, height: 1000 });
  expect((await makeSmaller(photo('me.png'))).size).toBe(limit);
  expect(drawn).toHaveLength(1);

  encodeWith((limit + 1) / 2000 / 1000, { width: 2000, height: 1000 });
  expect((await makeSmaller(photo('me.png'))).size).toBeLessThanOrEqual(limit);
  expect(drawn).toEqual([
    { width: 2000, height: 1000 },
    { width: 1500, height: 750 },
  ]);
});

test('a thin strip keeps one pixel', async () => {
  encodeWith(1, { width: 10_000, height: 1 });
  await makeSmaller(photo('strip.png'));
  expect(drawn).toEqual([{ width: 2048, height: 1 }]);
});

test('an image that the browser cannot open is not made smaller', async () => {
  Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('no image')) });
  await expect(makeSmaller(photo('me.png'))).rejects.toThrow('no image');
});

describe('a browser that falsifies drawings', () => {
  const picture = { width: 3000, height: 4000 };

  test.each([
    ['white', (pixels: number[]) => pixels.map(() => 255)],
    ['noise', (pixels: number[]) => pixels.map((_, index) => (index * 7919) % 251)],
    ['nothing', (pixels: number[]) => pixels.map(() => 0)],
  ])('as %s is detected before anything is drawn', async (_what, readBack) => {
    const close = encodeWith(0.25, picture, readBack);
    await expect(makeSmaller(photo('me.png'))).rejects.toThrow(DrawingBlocked);
    expect(close).toHaveBeenCalledTimes(1);
    expect(drawn).toEqual([]);
  });

  test('by a shade only is trusted', async () => {
    encodeWith(0.25, picture, (pixels) => pixels.map((value, index) => value + (index % 3) - 1));
    expect((await makeSmaller(photo('me.png'))).name).toBe('me.jpg');
  });
});
