import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { endOfPicture } from './end-of-picture.ts';

const drawing = sharp({
  create: {
    width: 90,
    height: 90,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const jpeg = await drawing.clone().jpeg({ quality: 95 }).toBuffer();
const progressive = await drawing.clone().jpeg({ progressive: true }).toBuffer();
const png = await drawing.clone().png().toBuffer();
const thumbnail = await drawing.clone().resize(20).jpeg().toBuffer();

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

/** A JPEG with something after its first two bytes. */
const opened = (...parts: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
const exif = opened(
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), thumbnail])),
  segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), thumbnail])),
);
const endOfImage = Buffer.from([0xff, 0xd9]);
const iend = png.subarray(-12);

const pictures = [
  ['a JPEG', jpeg],
  ['a progressive JPEG', progressive],
  ['a JPEG with restart markers', await restarting()],
  ['a JPEG with a thumbnail in its EXIF data and another in its index', exif],
  ['a JPEG with an end in a comment', opened(segment(0xfe, endOfImage))],
  ['a JPEG with fill bytes', opened(Buffer.from([0xff, 0xff]))],
  [
    'a JPEG with zeros between two segments',
    opened(segment(0xfe, Buffer.from('x')), Buffer.alloc(3)),
  ],
  ['a PNG', png],
  [
    'a PNG with an end in a text',
    Buffer.concat([png.subarray(0, 33), chunk('tEXt', iend), png.subarray(33)]),
  ],
] as const;

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)]);
const appended = [
  ['nothing', Buffer.alloc(0)],
  ['a newline', Buffer.from('\n')],
  ['zeros', Buffer.alloc(31)],
  ['the film of a motion photo', film],
  ['a brighter version and a film', Buffer.concat([jpeg, film])],
  ['the notes of a Samsung', Buffer.from('SEFH\x6b\0\0\0\0\0\0\0\x0c\0\0\0SEFT', 'latin1')],
  ['ends of pictures', Buffer.concat([endOfImage, iend, endOfImage])],
  ['an archive', Buffer.from('PK\x03\x04archive')],
] as const;

for (const [name, picture] of pictures) {
  for (const [what, behind] of appended) {
    test(`${name} ends where ${what} after it begins`, () => {
      assert.equal(endOfPicture(Buffer.concat([picture, behind])), picture.length);
    });
  }
}

const long = Buffer.from(png);
long.writeUInt32BE(9, long.length - 12);
for (const [name, file] of [
  ['a JPEG whose end is missing', jpeg.subarray(0, -2)],
  ['a JPEG of which half is missing', jpeg.subarray(0, jpeg.length / 2)],
  ['a JPEG with an end in its thumbnail alone', exif.subarray(0, -2)],
  ['a JPEG whose last segment is longer than the file', Buffer.from('ffd8ffe1ffffffd9', 'hex')],
  ['the first bytes of a JPEG', jpeg.subarray(0, 3)],
  ['a PNG whose end is missing', png.subarray(0, -12)],
  ['a PNG whose end is cut', png.subarray(0, -3)],
  ['a PNG whose end is longer than the file', long],
  ['a PNG with an end in its first chunk', Buffer.concat([png.subarray(0, 20), iend])],
] as const) {
  test(`${name} has no end`, () => assert.equal(endOfPicture(file), undefined));
}

/** A JPEG whose scan has restart markers. sharp makes none, so its data shows no picture. */
async function restarting(): Promise<Buffer> {
  const scan = jpeg.subarray(0, -2);
  const parts = [0xd0, 0xd7].map((marker) => Buffer.from([0xff, marker, 1, 2, 0xff, 0]));
  return Buffer.concat([scan, ...parts, endOfImage]);
}
