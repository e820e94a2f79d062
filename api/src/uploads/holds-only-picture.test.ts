import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { holdsOnlyPicture } from './holds-only-picture.ts';

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
const exif = await drawing
  .clone()
  .withExif({ IFD0: { Copyright: 'Ada' } })
  .jpeg()
  .toBuffer();

for (const [name, file] of [
  ['a JPEG', jpeg],
  ['a progressive JPEG', progressive],
  ['a JPEG with EXIF', exif],
  ['a PNG', png],
  ['a photo with its brighter version behind it', Buffer.concat([exif, jpeg])],
  ['a picture padded with zeros', Buffer.concat([jpeg, Buffer.alloc(7)])],
] as const) {
  test(`${name} is a picture and nothing else`, () => assert.equal(holdsOnlyPicture(file), true));
}

const archive = Buffer.from('PK\x03\x04archive');
for (const [name, file] of [
  ['a JPEG with an archive behind it', Buffer.concat([jpeg, archive])],
  ['a PNG with a web page behind it', Buffer.concat([png, Buffer.from('<script>')])],
  ['a PNG with a JPEG behind it', Buffer.concat([png, jpeg])],
  ['two JPEGs with an archive behind them', Buffer.concat([jpeg, jpeg, archive])],
  ['a JPEG with the beginning of another', Buffer.concat([jpeg, jpeg.subarray(0, 200)])],
  ['zeros with an archive behind them', Buffer.concat([jpeg, Buffer.alloc(9), archive])],
  ['a JPEG that was cut', jpeg.subarray(0, -9)],
  ['a PNG that was cut', png.subarray(0, -9)],
] as const) {
  test(`${name} is not`, () => assert.equal(holdsOnlyPicture(file), false));
}
