import { act, renderHook } from '@testing-library/react';
import { useCount } from './useCount.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

const count = (isRunning: boolean | null) =>
  renderHook(({ running }) => useCount(2578, running), { initialProps: { running: isRunning } });

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('a counter that has not started shows its value', () => {
  const { result } = count(null);
  pass(5000);
  expect(result.current).toBe(2578);
});

test('out of view it falls to 0 within 100 ms', () => {
  const { result } = count(false);
  pass(60);
  expect(result.current).toBeGreaterThan(0);
  expect(result.current).toBeLessThan(2578);
  pass(60);
  expect(result.current).toBe(0);
});

test('in view it counts up from where it is, and takes 2000 ms to reach its value', () => {
  const { result, rerender } = count(false);
  pass(200);
  rerender({ running: true });
  pass(1000);
  expect(result.current).toBeGreaterThan(2578 * 0.4);
  expect(result.current).toBeLessThan(2578 * 0.6);
  pass(900);
  expect(result.current).toBeLessThan(2578);
  pass(150);
  expect(result.current).toBe(2578);
});

test('it turns round halfway if the row leaves the view', () => {
  const { result, rerender } = count(false);
  pass(200);
  rerender({ running: true });
  pass(1000);
  const reached = result.current;
  rerender({ running: false });
  pass(50);
  expect(result.current).toBeLessThan(reached);
  expect(result.current).toBeGreaterThan(0);
  pass(100);
  expect(result.current).toBe(0);
});
