import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiPaths } from './api-paths.ts';

test('a link code stays one segment of the address, whatever it contains', () => {
  assert.equal(
    apiPaths.resendOnboardingLink('../a b/c?d#e', 2),
    '/resend-onboarding-link/..%2Fa%20b%2Fc%3Fd%23e/2',
  );
});
