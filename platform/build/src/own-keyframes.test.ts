import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownKeyframes } from './own-keyframes.ts';

test('keyframes have the name of a release, where they are and where they are used', () => {
  const css =
    '@keyframes appear{from{opacity:0}}@keyframes spin{to{rotate:1turn}}' +
    '.a{animation:1s var(--spin) appear,spin 2s}.b{animation-name:spin}.appear{color:red}';
  assert.equal(
    ownKeyframes(css, 'a1'),
    '@keyframes a1-appear{from{opacity:0}}@keyframes a1-spin{to{rotate:1turn}}' +
      '.a{animation:1s var(--spin) a1-appear,a1-spin 2s}.b{animation-name:a1-spin}.appear{color:red}',
  );
});

test('styles without keyframes stay', () => {
  assert.equal(ownKeyframes('.a{animation:none}', 'a1'), '.a{animation:none}');
});
