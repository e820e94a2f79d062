/** @jest-environment node */
import { tokenInQuery } from './token-in-query.ts';

test.each([
  'eyJhbGci.eyJzdWIi.sig',
  'eyJpdiI6.abc=',
  'aB3+dE5/gH7==',
  'a+b/c+',
  'a+b/c/',
  '17|a~b-c_d',
  '$2y$10$a.b/c',
  'a-b_1',
])('%s arrives whole, encoded or not, whatever a mail program adds to it', (token) => {
  for (const added of ['', '.', ',', ')', '>', ').', '"', '%3E', '%20', '%E2%80%9D', '%']) {
    for (const written of [token, encodeURIComponent(token)]) {
      expect(tokenInQuery(`?a=b&token=${written}${added}`, 'token')).toBe(token);
      expect(tokenInQuery(`?token=%20${written}${added}&a=b`, 'token')).toBe(token);
    }
  }
});

test.each([
  ['?token=a.b.c/', 'a.b.c'],
  ['?token=abc/.', 'abc'],
  ['?token=%E2%80%8B%22abc%22', 'abc'],
  ['?token=%3Cabc%3E', 'abc'],
  ['?token=a%20b', 'a b'],
  ['?token=a&token=b', 'a'],
  ['?token=..', ''],
  ['?token=', ''],
  ['?other=a', ''],
  ['', ''],
])('the token of "%s" is "%s"', (query, token) => {
  expect(tokenInQuery(query, 'token')).toBe(token);
});
