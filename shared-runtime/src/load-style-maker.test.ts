import { hasStyleMakerFailed } from './element-styles.ts';
import { loadStyleMaker } from './load-style-maker.ts';

let tries = 0;
let isBlocked = true;

jest.mock('./theme/style-maker.ts', () => {
  tries += 1;
  if (isBlocked) throw new Error('An extension blocks it');
  return {};
});

test('what does not come is asked for again, but not at each move of a pointer', async () => {
  jest.useFakeTimers();
  const first = loadStyleMaker();
  expect(hasStyleMakerFailed()).toBe(false);
  await first;
  await loadStyleMaker();
  expect(hasStyleMakerFailed()).toBe(true);
  expect(tries).toBe(1);

  isBlocked = false;
  jest.advanceTimersByTime(5000);
  await loadStyleMaker();
  await loadStyleMaker();
  expect(tries).toBe(2);
});
