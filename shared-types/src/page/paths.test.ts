import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from './paths.ts';

test('the addresses are those of the route table in the specification', () => {
  const addresses = Object.values(paths).map((path) => path());
  assert.deepEqual(addresses, [
    '/',
    '/about',
    '/terms-and-conditions',
    '/privacy-policy',
    '/FAQs',
    '/support',
    '/how-it-works',
    '/login',
    '/profile',
    '/stripe-success',
    '/stripe-error',
  ]);
});
