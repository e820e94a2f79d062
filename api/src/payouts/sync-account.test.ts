import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stripe } from 'stripe';
import { payoutStatusOf } from './sync-account.ts';

const account = (
  details_submitted: boolean,
  payouts_enabled: boolean,
  disabled_reason: Stripe.Account.Requirements['disabled_reason'],
) => ({
  details_submitted,
  payouts_enabled,
  requirements: { disabled_reason } as Stripe.Account.Requirements,
});

for (const [name, given, onboardingCompleted, onboardingError] of [
  ['fresh', account(false, false, 'requirements.past_due'), false, null],
  [
    'rejected before it was finished',
    account(false, false, 'rejected.fraud'),
    false,
    'rejected.fraud',
  ],
  ['finished', account(true, true, null), true, null],
  ['finished, payouts not on yet', account(true, false, null), false, null],
  [
    'finished and being checked',
    account(true, false, 'requirements.pending_verification'),
    false,
    'requirements.pending_verification',
  ],
  [
    'finished, and something is missing',
    account(true, false, 'requirements.past_due'),
    false,
    'requirements.past_due',
  ],
  ['on, but listed', account(true, true, 'listed'), true, 'listed'],
  [
    'without requirements',
    { details_submitted: true, payouts_enabled: true, requirements: null as never },
    true,
    null,
  ],
] as const) {
  test(`an account that is ${name}`, () => {
    const status = payoutStatusOf(given);
    assert.deepEqual(
      [status.onboardingCompleted, status.onboardingError],
      [onboardingCompleted, onboardingError],
    );
  });
}
