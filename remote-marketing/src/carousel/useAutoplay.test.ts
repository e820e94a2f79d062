import { act, renderHook } from '@testing-library/react';
import { useAutoplay } from './useAutoplay.ts';

let wantsLessMotion = false;

beforeEach(() => {
  jest.useFakeTimers();
  wantsLessMotion = false;
  window.matchMedia = () =>
    ({
      matches: wantsLessMotion,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
});

afterEach(() => {
  jest.useRealTimers();
  setHidden(false);
});

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function play() {
  const advance = jest.fn();
  const { result } = renderHook(() => useAutoplay(3000, advance));
  return { advance, result, pass: (ms: number) => act(() => jest.advanceTimersByTime(ms)) };
}

test('slides change every 3000 ms, and not earlier', () => {
  const { advance, pass } = play();
  pass(2999);
  expect(advance).not.toHaveBeenCalled();
  pass(1);
  expect(advance).toHaveBeenCalledTimes(1);
  pass(3000);
  expect(advance).toHaveBeenCalledTimes(2);
});

test('a pointer over it stops it, and the interval starts again when the pointer leaves', () => {
  const { advance, result, pass } = play();
  pass(2000);
  act(() => result.current.setHovered(true));
  pass(9000);
  expect(advance).not.toHaveBeenCalled();
  act(() => result.current.setHovered(false));
  pass(2999);
  expect(advance).not.toHaveBeenCalled();
  pass(1);
  expect(advance).toHaveBeenCalledTimes(1);
});

test('focus inside stops it', () => {
  const { advance, result, pass } = play();
  act(() => result.current.setFocused(true));
  pass(9000);
  expect(advance).not.toHaveBeenCalled();
  expect(result.current.isWanted).toBe(true);
});

test.each([
  ['from the start', true],
  ['later', false],
])('a tab that is hidden %s stops it until the tab is shown', (_when, isHiddenAtFirst) => {
  setHidden(isHiddenAtFirst);
  const { advance, pass } = play();
  act(() => setHidden(true));
  pass(8999);
  expect(advance).not.toHaveBeenCalled();
  act(() => setHidden(false));
  pass(2999);
  expect(advance).not.toHaveBeenCalled();
  pass(1);
  expect(advance).toHaveBeenCalledTimes(1);
});

test('the button stops it for good, and starts it even with the focus on the button', () => {
  const { advance, result, pass } = play();
  act(() => result.current.setFocused(true));
  act(() => result.current.toggle());
  act(() => result.current.setFocused(false));
  pass(9000);
  expect(advance).not.toHaveBeenCalled();
  act(() => result.current.setFocused(true));
  act(() => result.current.toggle());
  pass(3000);
  expect(advance).toHaveBeenCalledTimes(1);
});

test('a preference for reduced motion stops it until the visitor starts it', () => {
  wantsLessMotion = true;
  const { advance, result, pass } = play();
  pass(9000);
  expect(advance).not.toHaveBeenCalled();
  expect(result.current.isWanted).toBe(false);
  act(() => result.current.toggle());
  pass(3000);
  expect(advance).toHaveBeenCalledTimes(1);
});
