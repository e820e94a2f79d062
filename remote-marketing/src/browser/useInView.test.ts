import { act, renderHook } from '@testing-library/react';
import { useInView } from './useInView.ts';

let observed: (ratio: number, isIntersecting?: boolean) => void;
let height: number;

beforeEach(() => {
  height = 200;
  jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((callback) => {
    const observer = { observe() {}, disconnect() {} } as unknown as IntersectionObserver;
    observed = (intersectionRatio, isIntersecting = intersectionRatio > 0) => {
      const boundingClientRect = { height } as DOMRect;
      const rootBounds = { height: 600 } as DOMRect;
      const entry = { isIntersecting, intersectionRatio, boundingClientRect, rootBounds };
      act(() => callback([entry as IntersectionObserverEntry], observer));
    };
    return observer;
  });
});

function see(amount: 'any' | 'all') {
  const element = { current: document.body };
  return renderHook(() => useInView(element, amount)).result;
}

test('it is unknown until the browser has measured', () => {
  expect(see('any').current).toBeNull();
});

test('all of an element is in view from 99 percent on', () => {
  const seen = see('all');
  observed(0.98);
  expect(seen.current).toBe(false);
  observed(0.99);
  expect(seen.current).toBe(true);
  observed(1);
  expect(seen.current).toBe(true);
});

test('an element taller than the window is never all in view, and the hook says so', () => {
  const seen = see('all');
  height = 601;
  observed(0.5);
  expect(seen.current).toBeNull();
  height = 600;
  observed(0.5);
  expect(seen.current).toBe(false);
});

test('any of an element is in view as soon as it touches the window', () => {
  const seen = see('any');
  observed(0, false);
  expect(seen.current).toBe(false);
  observed(0, true);
  expect(seen.current).toBe(true);
  observed(0.01);
  expect(seen.current).toBe(true);
});
