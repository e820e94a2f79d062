import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { ApiError } from '../api-error.ts';
import { zipOf } from '../testing/zip-of.ts';
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
const photo = await drawing.clone().jpeg().toBuffer();
const brighter = await drawing.clone().grayscale().jpeg({ progressive: true }).toBuffer();
const png = await drawing.clone().png().toBuffer();

const check = (bytes: Buffer, name = 'licence.jpg') =>
  checkIdentityDocument({ name, bytes, isTooLarge: false }, 'ada');

const start = Buffer.from('ffd8', 'hex');
const emptyComment = Buffer.from('fffe0002', 'hex');
const end = Buffer.from('ffd9', 'hex');
const payload = Buffer.from('x'.repeat(3000));
const archive = zipOf('run.exe', payload, end);
const page = Buffer.from('<!doctype html><script>alert(1)</script>');
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), payload]);

test('a photo with a brighter version behind it is taken as it is, and a PNG is', async () => {
  for (const bytes of [Buffer.concat([photo, brighter]), png]) {
    assert.equal(await check(bytes, 'licence.png'), bytes);
  }
});

for (const [name, bytes] of [
  ['an archive that ends like a picture', Buffer.concat([photo, start, emptyComment, archive])],
  [
    'a page between the beginning and the end of a picture',
    Buffer.concat([photo, start, emptyComment, page, end]),
  ],
  [
    'a film between the beginning and the end of a picture',
    Buffer.concat([photo, start, emptyComment, film, end]),
  ],
  [
    'data of no known kind as a segment of something that is no picture',
    Buffer.concat([photo, start, Buffer.from('fffe0bba', 'hex'), payload, end]),
  ],
  [
    'data of no known kind behind what a second picture draws',
    Buffer.concat([photo, brighter.subarray(0, -2), payload, end]),
  ],
  [
    'an archive in a comment of the photo',
    Buffer.concat([start, commentOf(archive), photo.subarray(2)]),
  ],
  ['a page behind a PNG', Buffer.concat([png, page])],
] as const) {
  test(`a photo with ${name} is refused`, async () => {
    await assert.rejects(check(bytes), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'document_unreadable');
      assert.match(error.message, /holds more than a photo/);
      return true;
    });
  });
}

function commentOf(text: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, text]);
}
