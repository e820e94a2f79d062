import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { zipOf } from '../testing/zip-of.ts';
import { hidesFile } from './hides-file.ts';

const drawing = sharp({
  create: {
    width: 900,
    height: 900,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const jpeg = await drawing
  .clone()
  .withExif({ IFD0: { Copyright: 'Ada <ada@html.example>' } })
  .jpeg()
  .toBuffer();
const png = await drawing.clone().png().toBuffer();

/** Inserts a comment after the first two bytes of a JPEG. */
function withComment(text: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 4);
  return Buffer.concat([head, text, jpeg.subarray(2)]);
}

for (const [name, file] of [
  ['a JPEG', jpeg],
  ['a PNG', png],
  ['a JPEG that names a format', withComment(Buffer.from('PK, %PDF, ftyp and webm are names'))],
] as const) {
  test(`${name} hides nothing`, () => assert.equal(hidesFile(file), false));
}

for (const [name, hidden] of [
  ['an archive', zipOf('run.exe', Buffer.from('MZ'))],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a script', Buffer.from('<SCRIPT src=//evil.example>')],
  ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0moov', 'latin1')],
  ['a film of another kind', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'latin1')],
  ['a document', Buffer.from('%PDF-1.7\n%%EOF')],
] as const) {
  test(`${name} is found in a comment, between data that is drawn, and behind it`, () => {
    assert.equal(hidesFile(withComment(hidden)), true);
    const scanEnd = Buffer.concat([jpeg.subarray(0, -2), hidden, jpeg.subarray(-2)]);
    assert.equal(hidesFile(scanEnd), true);
    assert.equal(hidesFile(Buffer.concat([png, hidden])), true);
  });
}
