import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { picturesBehind } from './pictures-behind.ts';

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

/** Returns the bytes that a Samsung phone writes after a JPEG, for notes with these names and values. */
function samsungTrailer(...notes: [name: string, value: string | Buffer][]): Buffer {
  const blocks = notes.map(([name, value], index) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(0x0a01 + index, 2);
    head.writeUInt32LE(name.length, 4);
    return Buffer.concat([head, Buffer.from(name), Buffer.from(value)]);
  });
  const data = Buffer.concat(blocks);
  let start = 0;
  const entries = blocks.map((block, index) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(0x0a01 + index, 2);
    entry.writeUInt32LE(data.length - start, 4);
    entry.writeUInt32LE(block.length, 8);
    start += block.length;
    return entry;
  });
  const head = Buffer.from('SEFH\x6b\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(notes.length, 8);
  const tail = Buffer.from('\0\0\0\0SEFT', 'latin1');
  tail.writeUInt32LE(head.length + 12 * notes.length);
  return Buffer.concat([data, head, ...entries, tail]);
}
const notes: [string, string | Buffer][] = [
  ['Image_UTC_Data', '1763750400123'],
  ['MCC_Data', '310'],
  ['Camera_Capture_Mode_Info', '1'],
  ['Color_Display_P3', Buffer.from([1, 0, 0, 0])],
];
const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)]);
const trailer = samsungTrailer(...notes);
const short = Buffer.from(trailer);
short.writeUInt32LE(1, short.length - 8);

const filler = Buffer.from([0xff, 0xff]);

for (const [name, file, behind] of [
  ['a photo of a Samsung phone', Buffer.concat([exif, trailer]), []],
  [
    'a photo of a Samsung phone with its brighter version',
    Buffer.concat([exif, jpeg, trailer]),
    [jpeg],
  ],
  ['a JPEG', jpeg, []],
  ['a progressive JPEG', progressive, []],
  ['a JPEG with EXIF', exif, []],
  ['a JPEG with fill bytes', Buffer.concat([jpeg.subarray(0, 2), filler, jpeg.subarray(2)]), []],
  ['a PNG', png, []],
  ['a photo with its brighter version behind it', Buffer.concat([exif, jpeg]), [jpeg]],
  [
    'a photo with padding and two versions behind it',
    Buffer.concat([exif, Buffer.alloc(31), jpeg, Buffer.alloc(5), progressive, Buffer.alloc(9)]),
    [jpeg, progressive],
  ],
  ['a picture padded with zeros', Buffer.concat([jpeg, Buffer.alloc(7)]), []],
] as const) {
  test(`${name} is a picture, and what is behind it is found`, () => {
    assert.deepEqual(picturesBehind(file), behind);
  });
}

const archive = Buffer.from('PK\x03\x04archive');
const emptyComment = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2]);
const endOfImage = Buffer.from([0xff, 0xd9]);
for (const [name, file] of [
  ['a JPEG with an archive behind it', Buffer.concat([jpeg, archive])],
  ['a PNG with a web page behind it', Buffer.concat([png, Buffer.from('<script>')])],
  ['a PNG with a JPEG behind it', Buffer.concat([png, jpeg])],
  ['two JPEGs with an archive behind them', Buffer.concat([jpeg, jpeg, archive])],
  ['a JPEG with the beginning of another', Buffer.concat([jpeg, jpeg.subarray(0, 200)])],
  ['zeros with an archive behind them', Buffer.concat([jpeg, Buffer.alloc(9), archive])],
  ['a motion photo', Buffer.concat([jpeg, samsungTrailer(...notes, ['MotionPhoto_Data', video])])],
  [
    'a photo with an archive as a note',
    Buffer.concat([jpeg, samsungTrailer(['A', Buffer.concat([archive, archive])])]),
  ],
  [
    'a photo with a page as a note',
    Buffer.concat([jpeg, samsungTrailer(['A', '<script>alert(1)</script>'])]),
  ],
  [
    'a photo with much text as a note',
    Buffer.concat([jpeg, samsungTrailer(['A', 'x'.repeat(2000)])]),
  ],
  ['a photo with an archive in front of its notes', Buffer.concat([jpeg, archive, trailer])],
  ['a photo with an archive behind its notes', Buffer.concat([jpeg, trailer, archive])],
  ['a photo with broken notes', Buffer.concat([jpeg, short])],
  ['a photo with the end of notes alone', Buffer.concat([jpeg, trailer.subarray(-8)])],
  ['a PNG with notes', Buffer.concat([png, trailer])],
  [
    'a JPEG with an archive between a comment and an end',
    Buffer.concat([jpeg, emptyComment, archive, endOfImage]),
  ],
  [
    'a JPEG with an archive between two segments',
    Buffer.concat([emptyComment, archive, jpeg.subarray(2)]),
  ],
  ['a JPEG with five others behind it', Buffer.concat(Array(6).fill(jpeg))],
  ['a JPEG that was cut', jpeg.subarray(0, -9)],
  ['a PNG that was cut', png.subarray(0, -9)],
] as const) {
  test(`${name} is more, or less, than pictures`, () => {
    assert.equal(picturesBehind(file), undefined);
  });
}
