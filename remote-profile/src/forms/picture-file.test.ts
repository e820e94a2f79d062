/** @jest-environment node */
import { contents, fileThatGoes } from '../testing/files.ts';
import { changedHint, examine } from './picture-file.ts';

const hintOf = async (file: File) => (await examine(file)).hint;
const fileOf = (content: keyof typeof contents, name = 'photo.jpg', type = 'image/jpeg') =>
  new File([contents[content]], name, { type });

test.each([
  ['heic', /^It is an iPhone HEIC photo\. ./],
  ['heif', /^It is an iPhone HEIC photo\. ./],
  ['avif', /^It is an AVIF picture\. ./],
  ['avifByBrand', /^It is an AVIF picture\. ./],
  ['webp', /^It is a WebP picture\. ./],
  ['video', /^It is a video\. ./],
  ['pdf', /^It is a PDF\. ./],
  ['empty', /^It is empty\. ./],
] as const)('A file with the content %s is recognized, with advice', async (content, hint) => {
  expect(await hintOf(fileOf(content))).toMatch(hint);
});

test.each(['jpeg', 'png', 'unknown'] as const)(
  'There is nothing to say about %s',
  async (content) => {
    expect(await hintOf(fileOf(content))).toBeUndefined();
  },
);

test('A file that cannot be read may be in the cloud, unless it was read before', async () => {
  const { file, go } = fileThatGoes('photo.jpg');
  expect(await hintOf(file)).toBeUndefined();
  go();
  expect(await hintOf(file)).toBe(changedHint);

  const { file: placeholder, go: leave } = fileThatGoes('photo.jpg');
  leave();
  expect(await hintOf(placeholder)).toMatch(/^It can't be read\. .*cloud/);
});

test.each([
  ['1000012345', 'jpeg', '1000012345.jpg'],
  ['1000012345', 'png', '1000012345.png'],
  ['photo.jfif', 'jpeg', 'photo.jpg'],
  ['my.photo.JFIF', 'png', 'my.photo.png'],
  ['photo.jpe', 'jpeg', 'photo.jpg'],
  ['a.jpg.', 'jpeg', 'a.jpg'],
  ['a.', 'png', 'a.png'],
  ['photo.JPG', 'png', 'photo.JPG'],
  ['photo.heic', 'jpeg', 'photo.heic'],
  ['photo.gif', 'png', 'photo.gif'],
  ['photo.jpg.exe', 'jpeg', 'photo.jpg.exe'],
  ['a.gif.', 'jpeg', 'a.gif.'],
  ['1000012345', 'heic', '1000012345'],
  ['1000012345', 'unknown', '1000012345'],
] as const)('%s with the content %s is called %s', async (name, content, called) => {
  expect((await examine(fileOf(content, name))).file.name).toBe(called);
});

test.each([
  ['image/jpg', 'jpeg', 'image/jpeg'],
  ['image/pjpeg', 'jpeg', 'image/jpeg'],
  ['', 'jpeg', 'image/jpeg'],
  ['', 'png', 'image/png'],
  ['application/octet-stream', 'png', 'image/png'],
  ['image/png', 'jpeg', 'image/png'],
  ['image/gif', 'jpeg', 'image/gif'],
  ['image/jpg', 'unknown', 'image/jpg'],
  ['', 'heic', ''],
] as const)('The type "%s" of the content %s is "%s"', async (type, content, known) => {
  expect((await examine(fileOf(content, 'photo.png', type))).file.type).toBe(known);
});

test('A good file is passed on unchanged, and a renamed one keeps its bytes', async () => {
  const good = fileOf('jpeg');
  expect((await examine(good)).file).toBe(good);
  const renamed = (await examine(fileOf('jpeg', '1000012345'))).file;
  expect(new Uint8Array(await renamed.arrayBuffer())).toEqual(contents.jpeg);
});
