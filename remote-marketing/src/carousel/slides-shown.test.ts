import { middleSlot } from './slides-shown.ts';

test('the middle one of five is the third, of three the second', () => {
  expect(middleSlot(5)).toBe(2);
  expect(middleSlot(3)).toBe(1);
});

test('one slide, an even number and a fraction have no middle', () => {
  expect(middleSlot(1)).toBeNull();
  expect(middleSlot(2)).toBeNull();
  expect(middleSlot(1.2)).toBeNull();
});
