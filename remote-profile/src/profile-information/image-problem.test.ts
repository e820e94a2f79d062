/** @jest-environment node */
import { imageProblem } from './image-problem.ts';

const limit = 2_097_152;

test.each([
  ['photo.jpg', 'image/jpeg'],
  ['photo.jpeg', 'image/jpeg'],
  ['photo.png', 'image/png'],
  ['PHOTO.JPG', 'image/jpeg'],
  ['my.holiday.Png', 'image/png'],
])('%s (%s) can be a profile image', (name, type) => {
  expect(imageProblem({ name, type, size: limit })).toBeNull();
});

test.each([
  ['a GIF that is named .png', 'photo.png', 'image/gif'],
  ['a PNG that is named .gif', 'photo.gif', 'image/png'],
  ['a photo of a phone that has its own format', 'photo.heic', 'image/heic'],
  ['a drawing', 'photo.svg', 'image/svg+xml'],
  ['a file without an extension', 'png', 'image/jpeg.exe'],
  ['a file of which nobody knows the type', 'photo.png', ''],
])('%s cannot', (_what, name, type) => {
  expect(imageProblem({ name, type, size: 1 })).toBe('image_type_not_allowed');
});

test('2,097,152 bytes are not larger than 2MB, and one byte more is', () => {
  const photo = { name: 'photo.png', type: 'image/png' };
  expect(imageProblem({ ...photo, size: limit })).toBeNull();
  expect(imageProblem({ ...photo, size: limit + 1 })).toBe('image_too_large');
});
