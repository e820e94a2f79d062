import { renderHook } from '@testing-library/react';
import { useDocumentHead } from './useDocumentHead.ts';

const canonical = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;

beforeEach(() => {
  document.head.innerHTML = '<link rel="canonical" href="https://kargo.example/">';
});

test('a page inside the visit takes over the title and the canonical address', () => {
  renderHook(() => useDocumentHead('About Kargo', '/about'));
  expect(document.title).toBe('About Kargo');
  expect(canonical()).toBe('https://kargo.example/about');
});

test('a page without an address of its own leaves the canonical address alone', () => {
  renderHook(() => useDocumentHead('Page not found', null));
  expect(canonical()).toBe('https://kargo.example/');
});

test('a page that came without a canonical address gets none', () => {
  document.head.innerHTML = '';
  renderHook(() => useDocumentHead('About Kargo', '/about'));
  expect(canonical()).toBeUndefined();
});
