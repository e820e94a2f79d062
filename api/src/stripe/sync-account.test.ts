import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stripe } from 'stripe';
import { payoutNotesOf, payoutStatusOf } from './sync-account.ts';

const account = (
  details_submitted: boolean,
  payouts_enabled: boolean,
  disabled_reason: Stripe.Account.Requirements['disabled_reason'],
) => ({
  details_submitted,
  payouts_enabled,
  capabilities: { transfers: 'active' as const },
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
    { ...account(true, true, null), requirements: null as never },
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

const ready = { ...account(true, true, null), requirements: null as never };
const requirements = (given: Partial<Stripe.Account.Requirements>) =>
  ({ disabled_reason: null, currently_due: [], errors: [], ...given }) as never;

for (const [transfers, onboardingCompleted] of [
  ['active', true],
  ['pending', false],
  ['inactive', false],
  [undefined, false],
] as const) {
  test(`an account whose transfers are ${transfers} is ${onboardingCompleted ? '' : 'not '}ready`, () => {
    const status = payoutStatusOf({ ...ready, capabilities: { transfers } });
    assert.equal(status.onboardingCompleted, onboardingCompleted);
    assert.equal(status.onboardingError, null);
  });
}

const none = { waits_for: undefined, due_at: undefined, problems: [] };
const deadline = Date.UTC(2026, 11, 3, 12) / 1000;

for (const [name, given, notes] of [
  ['in order', ready, null],
  [
    'not submitted',
    { ...ready, details_submitted: false, capabilities: { transfers: 'inactive' } },
    null,
  ],
  [
    'waiting for transfers',
    { ...ready, capabilities: { transfers: 'pending' } },
    { ...none, waits_for: 'transfers_pending' },
  ],
  [
    'without transfers',
    { ...ready, capabilities: { transfers: 'inactive' } },
    { ...none, waits_for: 'transfers_inactive' },
  ],
  [
    'one whose transfers were never requested',
    { ...ready, capabilities: {} },
    { ...none, waits_for: 'transfers_inactive' },
  ],
  ['without payouts', { ...ready, payouts_enabled: false }, { ...none, waits_for: 'payouts' }],
  [
    'one with a document due',
    {
      ...ready,
      requirements: requirements({
        currently_due: ['individual.verification.document'],
        current_deadline: deadline,
      }),
    },
    { ...none, due_at: '2026-12-03T12:00:00.000Z' },
  ],
  [
    'one with a deadline and nothing due',
    { ...ready, requirements: requirements({ current_deadline: deadline }) },
    null,
  ],
  [
    'one whose document was refused',
    {
      ...ready,
      payouts_enabled: false,
      requirements: requirements({
        disabled_reason: 'requirements.past_due',
        errors: ['verification_document_expired', 'a_new_code', 'a_new_code'].map((code) => ({
          code,
          reason: 'Quotes the driver',
          requirement: 'individual.verification.document',
        })) as never,
      }),
    },
    { ...none, problems: ['verification_document_expired', 'a_new_code'] },
  ],
] as const) {
  test(`the notes about an account that is ${name}`, () => {
    assert.deepEqual(payoutNotesOf(given as never), notes);
  });
}
