import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { ApiError } from '../api-error.ts';
import { checkIdentityDocument } from './check-identity-document.ts';

const drawing = sharp({
  create: {
    width: 200,
    height: 120,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const photo = await drawing
  .clone()
  .withExif({ IFD0: { Copyright: 'Ada <ada@html.example>' } })
  .jpeg()
  .toBuffer();
const progressive = await drawing.clone().jpeg({ progressive: true }).toBuffer();
const png = await drawing.clone().png().toBuffer();

const check = (bytes: Buffer, name = 'licence.jpg') =>
  checkIdentityDocument({ name, bytes, isTooLarge: false }, 'ada');

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(9000, 7)]);
/** Bytes that would start a scan inside a picture. A film has some 40 of them per MB, by chance. */
const likeScans = Buffer.alloc(40_000, 'ffda', 'hex');

for (const [name, picture] of [
  ['a photo', photo],
  ['a progressive photo', progressive],
  ['a PNG', png],
] as const) {
  test(`${name} is taken byte for byte, without what a phone wrote behind it`, async () => {
    assert.deepEqual(await check(picture), picture);
    for (const behind of [likeScans, Buffer.concat([photo, film])]) {
      assert.deepEqual(await check(Buffer.concat([picture, behind])), picture);
    }
  });
}

for (const [name, bytes] of [
  ['without an end', photo.subarray(0, -2)],
  ['cut in the middle', photo.subarray(0, photo.length / 2)],
  ['without an end, with another behind it', Buffer.concat([photo.subarray(0, -2), film])],
  ['without an end, as a PNG', png.subarray(0, -12)],
] as const) {
  test(`a picture ${name} is unreadable`, async () => {
    await assert.rejects(check(bytes), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'document_unreadable');
      assert.match(error.message, /^The document could not be opened\./);
      return true;
    });
  });
}
