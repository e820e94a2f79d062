/** @jest-environment node */
import { fileSize } from './file-size.ts';

test.each([
  [1, '1 KB'],
  [1024, '1 KB'],
  [1025, '2 KB'],
  [1_048_576, '1.00 MB'],
  [2_097_152, '2.00 MB'],
  [2_097_153, '2.01 MB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown);
});
