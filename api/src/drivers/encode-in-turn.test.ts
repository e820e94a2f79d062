import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { ApiError } from '../api-error.ts';
import { encodeProfileImage as encodeFor } from './encode-profile-image.ts';

/** Each upload belongs to another driver, unless it names one. */
const encodeProfileImage = (upload: Buffer, driverId: string = crypto.randomUUID()) =>
  encodeFor(upload, driverId);

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code;

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

test('each driver has one picture decoded at a time, without making others wait', async () => {
  const upload = await drawing(400, 300).jpeg().toBuffer();
  let done = 0;
  const ofOne = Array.from({ length: 5 }, async () => {
    await encodeProfileImage(upload, 'ada');
    done += 1;
  });
  await encodeProfileImage(upload, 'ben');
  assert.ok(done <= 3, `${done} of the pictures of another driver came first`);
  await Promise.all(ofOne);
});

test('when many pictures arrive at once, some wait, and the rest are refused as unavailable', async () => {
  const png = await drawing(40, 40).png().toBuffer();
  const results = await Promise.allSettled(
    Array.from({ length: 14 }, () => encodeProfileImage(png)),
  );
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []));
  assert.equal(reasons.length, 4);
  assert.ok(reasons.every(refusedWith('unavailable')));
  await isWebpSquare(await encodeProfileImage(png));
});
