import { makeSmaller } from './make-smaller.ts';

const limit = 2_097_152;

/** The canvases that were drawn, in their order. */
let drawn: { width: number; height: number }[];

/** Stands in for the browser's decoder and encoder, which jsdom has not: a JPEG of so many bytes per pixel. */
function encodeWith(bytesPerPixel: number, picture: { width: number; height: number }) {
  drawn = [];
  const close = jest.fn();
  const context = { fillRect() {}, drawImage() {} };
  Object.assign(globalThis, {
    createImageBitmap: async () => ({ ...picture, close }),
    OffscreenCanvas: class {
      constructor(width: number, height: number) {
        drawn.push({ width, height });
      }
      getContext = () => context;
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

test('a strip keeps a pixel', async () => {
  encodeWith(1, { width: 10_000, height: 1 });
  await makeSmaller(photo('strip.png'));
  expect(drawn).toEqual([{ width: 2048, height: 1 }]);
});

test('what the browser cannot open is no smaller image', async () => {
  Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('no image')) });
  await expect(makeSmaller(photo('me.png'))).rejects.toThrow('no image');
});
