import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import { readStoredToken, storeToken } from './session-storage.ts';

beforeEach(() => localStorage.clear());

test('a stored token is read again', () => {
  storeToken('abc.def');
  expect(readStoredToken()).toBe('abc.def');
});

test('the token is in local storage as JSON under kargo_web', () => {
  storeToken('abc');
  expect(localStorage.getItem('kargo_web')).toBe('{"token":"abc"}');
});

test('no token means that nothing is stored', () => {
  storeToken('abc');
  storeToken(null);
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
  expect(readStoredToken()).toBeNull();
});

test.each([
  ['an object', '{"token":"abc"}'],
  ['an object with more in it', '{"token":"abc","user":{"name":"Dana"}}'],
  ['a JSON string', '"abc"'],
  ['the bare token', 'abc'],
])('a token is read from %s', (_form, stored) => {
  localStorage.setItem(sessionStorageKey, stored);
  expect(readStoredToken()).toBe('abc');
});

test.each([
  ['a torn object', '{"token":"ab'],
  ['an object without a token', '{}'],
  ['an empty token', '{"token":""}'],
  ['a token of blanks', '{"token":"  "}'],
  ['a token that is no string', '{"token":12}'],
  ['null', 'null'],
  ['a list', '["abc"]'],
  [
    'an object with a token where none belongs',
    '{"constructor":{"token":"abc"},"__proto__":{"token":"abc"}}',
  ],
  ['an empty entry', ''],
])('%s means signed out, and is removed', (_form, stored) => {
  localStorage.setItem(sessionStorageKey, stored);
  expect(readStoredToken()).toBeNull();
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
});

describe('in a browser that blocks storage', () => {
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  });

  test('a page starts signed out', () => {
    expect(readStoredToken()).toBeNull();
  });

  test.each(['abc', null])('storing %s does not fail', (token) => {
    expect(() => storeToken(token)).not.toThrow();
  });
});
