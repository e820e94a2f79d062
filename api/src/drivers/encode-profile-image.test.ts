import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ApiError } from '../api-error.ts';
import { squarePicture } from '../uploads/square-picture.ts';
import { encodeProfileImage as encodeFor } from './encode-profile-image.ts';

/** Each upload belongs to another driver, unless it names one. */
const encodeProfileImage = (upload: Buffer, driverId: string = crypto.randomUUID()) =>
  encodeFor(upload, driverId);

/** Decodes a picture as the decoder's process does. */
const decode = (upload: Buffer) => squarePicture(upload, 512);

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code;

const isTooCostly = /takes too much memory or time/;

/** An image with visible content, so that a truncated file loses pixels. */
const drawing = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7919) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const isWebpSquare = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata();
  assert.deepEqual({ format, width, height }, { format: 'webp', width: 512, height: 512 });
};

// Before all others, since the decoder is measured once.
test('while no process can be started, an image is refused temporarily', async (t) => {
  t.mock.property(process, 'execPath', '/nowhere/node');
  const png = await drawing(9, 9).png().toBuffer();
  await assert.rejects(encodeProfileImage(png), refusedWith('unavailable'));
});

test('a JPEG and a PNG of any shape become a square', async () => {
  await isWebpSquare(await decode(await drawing(320, 180).jpeg().toBuffer()));
  await isWebpSquare(await decode(await drawing(40, 300).png().toBuffer()));
  await isWebpSquare(await decode(await drawing(1, 1).png().toBuffer()));
});

const flat = (width: number, background: string) =>
  sharp({ create: { width, height: 100, channels: 3, background } });

test('a photo is rotated by its EXIF data, and loses it', async () => {
  // Red on the left; orientation 6 says "turn right", which puts red on top.
  const red = await flat(50, 'red').png().toBuffer();
  const photo = await flat(100, 'blue')
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.ok((await sharp(photo).metadata()).exif);

  const image = await decode(photo);
  assert.equal((await sharp(image).metadata()).exif, undefined);
  const { data } = await sharp(image)
    .extract({ left: 400, top: 100, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.ok((data[0] ?? 0) > 200 && (data[2] ?? 255) < 60, 'top right is red');
});

test('a PNG keeps its transparency', async () => {
  const png = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  assert.equal((await sharp(await decode(png)).metadata()).hasAlpha, true);
});

test('an animated PNG becomes its first picture', async () => {
  const png = await drawing(9, 9).png().toBuffer();
  const animation = Buffer.from('    acTL\0\0\0\x01\0\0\0\0    ', 'latin1');
  animation.writeUInt32BE(8);
  animation.writeUInt32BE(crc32(animation.subarray(4, 16)), 16);
  const animated = Buffer.concat([png.subarray(0, 33), animation, png.subarray(33)]);
  await isWebpSquare(await encodeProfileImage(animated));
});

test('data after the end of an image is removed', async () => {
  const png = await drawing(8, 8).png().toBuffer();
  const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
  const image = await decode(polyglot);
  assert.equal(image.includes('script'), false);
});

for (const [name, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('not an image')],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a GIF', await flat(9, 'red').gif().toBuffer()],
  ['a WebP', await drawing(9, 9).webp().toBuffer()],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
] as const) {
  test(`${name} is not allowed, whatever it is called`, async () => {
    await assert.rejects(encodeProfileImage(bytes), refusedWith('image_type_not_allowed'));
  });
}

test('a truncated file is unreadable', async () => {
  for (const whole of [
    await drawing(300, 300).jpeg().toBuffer(),
    await drawing(300, 300).jpeg({ progressive: true }).toBuffer(),
    await drawing(300, 300).png().toBuffer(),
  ]) {
    for (const part of [0.9, 0.1]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      await assert.rejects(decode(cut));
    }
  }
  const start = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.alloc(2000, 1),
  ]);
  await assert.rejects(encodeProfileImage(start), refusedWith('image_unreadable'));
});

/** A PNG with a larger size in its header than its real one. Only the header is checked. */
async function pngThatClaims(side: number, isDeep: boolean, isInterlaced: boolean) {
  const png = await drawing(8, 8).png().toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  if (isDeep) png[24] = 16;
  if (isInterlaced) png[28] = 1;
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A JPEG with another size in its header than its real one. */
async function jpegThatClaims(width: number, height: number) {
  const jpeg = await drawing(8, 8).jpeg().toBuffer();
  const size = jpeg.indexOf('ffc0', 'hex') + 5;
  jpeg.writeUInt16BE(height, size);
  jpeg.writeUInt16BE(width, size + 2);
  return jpeg;
}

/** A grey progressive JPEG whose scans are empty, in a few bytes each. */
function progressiveOf(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const segment = (marker: number, ...bytes: number[]) =>
    Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
  /** A Huffman table with one code, the bit 0. */
  const table = (id: number, symbol: number) =>
    segment(0xc4, id, 1, ...Array<number>(15).fill(0), symbol);
  /** The end of 16,384 blocks at once: the code, and 14 bits. */
  const nothing = '000000000000000'.repeat(Math.ceil(blocks / 16_384));
  const data = Buffer.alloc(Math.ceil(nothing.length / 8));
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const bands = Array.from({ length: scans - 1 }, (_, index) => {
    const [low, band] = [13 - (index % 14), 1 + Math.floor(index / 14)];
    const precision = low === 13 ? low : (low + 1) * 16 + low;
    return Buffer.concat([segment(0xda, 1, 1, 0, band, band, precision), data]);
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...size, 1, 1, 0x11, 0),
    table(0x00, 0x00),
    table(0x10, 0xe0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...bands,
    Buffer.from([0xff, 0xd9]),
  ]);
}

for (const [name, upload] of [
  ['a PNG with 144 million pixels', await pngThatClaims(12_000, false, false)],
  ['a PNG with 50 million pixels of 16 bits', await pngThatClaims(7071, true, false)],
  ['a PNG with 16 million pixels, interlaced', await pngThatClaims(4000, false, true)],
  ['a JPEG too narrow to be read at a reduced size', await jpegThatClaims(800, 62_000)],
  ['a progressive JPEG with 48 million pixels', progressiveOf(8000, 6000, 10)],
  ['a JPEG of 5000 × 4000 in 819 scans', progressiveOf(5000, 4000, 819)],
  ['a JPEG of 5000 × 4000 in 60 scans', progressiveOf(5000, 4000, 60)],
  ['a JPEG of 1600 × 1200 in 819 scans', progressiveOf(1600, 1200, 819)],
] as const) {
  test(`${name} is refused before it is decoded`, async () => {
    assert.ok(upload.length < 100_000);
    await assert.rejects(decode(upload), isTooCostly);
  });
}

test('an image that is too costly is unreadable to its driver, and the cause says why', async () => {
  const upload = await pngThatClaims(12_000, false, false);
  await assert.rejects(encodeProfileImage(upload), ({ code, cause }: ApiError) => {
    assert.equal(code, 'image_unreadable');
    return isTooCostly.test(String(cause));
  });
});

test('a photo of 48 megapixels is accepted', async () => {
  const create = { width: 8000, height: 6000, channels: 3, background: 'teal' } as const;
  await isWebpSquare(await encodeProfileImage(await sharp({ create }).jpeg().toBuffer()));
});

test('a PNG with many compressed texts is refused before it is decoded', async () => {
  const png = await drawing(40, 40).png().toBuffer();
  const text = Buffer.concat([Buffer.from('zTXtk\0\0'), deflateSync(Buffer.alloc(1000))]);
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  const withTexts = (count: number) =>
    Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(count).fill(chunk), png.subarray(33)]);
  await isWebpSquare(await decode(withTexts(8)));
  await assert.rejects(decode(withTexts(9)), /So many texts/);
});

test('progressive photos of as many scans as encoders make are accepted', async () => {
  await isWebpSquare(await encodeProfileImage(progressiveOf(5000, 4000, 10)));
  await isWebpSquare(await decode(await drawing(800, 600).jpeg({ mozjpeg: true }).toBuffer()));
});

/** A program in place of the decoder, which is measured by now. */
const doesNothing = 'true';

test('each driver has one picture decoded at a time, without making others wait', async (t) => {
  t.mock.property(process, 'execPath', doesNothing);
  const upload = await drawing(40, 30).jpeg().toBuffer();
  let done = 0;
  const ofOne = Array.from({ length: 5 }, async () => {
    await encodeProfileImage(upload, 'ada');
    done += 1;
  });
  await encodeProfileImage(upload, 'ben');
  assert.ok(done <= 3, `${done} of the pictures of another driver came first`);
  await Promise.all(ofOne);
});

test('when many pictures arrive at once, some wait, and the rest are refused as unavailable', async (t) => {
  t.mock.property(process, 'execPath', doesNothing);
  const png = await drawing(40, 40).png().toBuffer();
  const results = await Promise.allSettled(
    Array.from({ length: 14 }, () => encodeProfileImage(png)),
  );
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []));
  assert.equal(reasons.length, 4);
  assert.ok(reasons.every(refusedWith('unavailable')));
  await encodeProfileImage(png);
});
