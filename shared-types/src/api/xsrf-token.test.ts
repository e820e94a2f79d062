import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xsrfTokenIn, xsrfTokensIn } from './xsrf-token.ts';

const own = `kargo-${'a'.repeat(43)}`;

test('every cookie of the name counts, decoded, and none that is empty', () => {
  const cookies =
    'XSRF-TOKEN=; theme=light; XSRF-TOKEN=a%2Fb;XSRF-TOKEN=%E0%A4%A; NOT-XSRF-TOKEN=c';
  assert.deepEqual(xsrfTokensIn(cookies), ['a/b', '%E0%A4%A']);
  assert.deepEqual(xsrfTokensIn('theme=XSRF-TOKEN=a'), []);
});

test('a page sends its own one, at any position, or else the first', () => {
  assert.equal(xsrfTokenIn(`XSRF-TOKEN=foreign; XSRF-TOKEN=${own}`), own);
  assert.equal(xsrfTokenIn(`XSRF-TOKEN=${own}; XSRF-TOKEN=foreign`), own);
  assert.equal(xsrfTokenIn('theme=light; XSRF-TOKEN=first; XSRF-TOKEN=second'), 'first');
  assert.equal(xsrfTokenIn('theme=light'), undefined);
});
