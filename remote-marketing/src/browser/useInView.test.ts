import { isInView } from './useInView.ts';

const entry = (intersectionRatio: number, isIntersecting = intersectionRatio > 0) => ({
  isIntersecting,
  intersectionRatio,
});

test('all of an element is in view from 99 hundredths on', () => {
  expect(isInView(entry(0.98), 'all')).toBe(false);
  expect(isInView(entry(0.99), 'all')).toBe(true);
  expect(isInView(entry(1), 'all')).toBe(true);
});

test('any of an element is in view as soon as it touches the window', () => {
  expect(isInView(entry(0, false), 'any')).toBe(false);
  expect(isInView(entry(0, true), 'any')).toBe(true);
  expect(isInView(entry(0.01), 'any')).toBe(true);
});
