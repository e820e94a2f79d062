import { renderHook } from '@testing-library/react';
import { useCanonicalAddress } from './useCanonicalAddress.ts';

const canonical = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;

beforeEach(() => {
  document.head.innerHTML = '<link rel="canonical" href="https://kargo.example/">';
});

test('a page inside the visit takes over the canonical address', () => {
  renderHook(() => useCanonicalAddress('/about'));
  expect(canonical()).toBe('https://kargo.example/about');
});

test('a page without an address of its own leaves it alone', () => {
  renderHook(() => useCanonicalAddress(null));
  expect(canonical()).toBe('https://kargo.example/');
});

test('a page that came without a canonical address gets none', () => {
  document.head.innerHTML = '';
  renderHook(() => useCanonicalAddress('/about'));
  expect(canonical()).toBeUndefined();
});
