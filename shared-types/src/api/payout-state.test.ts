import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from './driver.ts';
import { payoutState } from './payout-state.ts';

const no = [false, 0, '0', '', null, undefined, 'true', 2] as const;
const yes = [true, 1, '1'] as const;

// Other servers may send values that the contract does not allow.
function stateOf(form: unknown, onboarding: unknown, error: unknown) {
  return payoutState({
    form_completed: form,
    onboarding_completed: onboarding,
    onboarding_error: error,
  } as Profile);
}

for (const error of [null, undefined, '', '  \n']) {
  for (const form of no)
    test(`With the reason ${JSON.stringify(error)}, form_completed ${form} shows the form, whatever else is completed`, () => {
      for (const onboarding of [...no, ...yes])
        assert.equal(stateOf(form, onboarding, error), 'form');
    });
  for (const form of yes)
    test(`With the reason ${JSON.stringify(error)}, form_completed ${form} waits for onboarding`, () => {
      for (const onboarding of no) assert.equal(stateOf(form, onboarding, error), 'pending');
      for (const onboarding of yes) assert.equal(stateOf(form, onboarding, error), 'done');
    });
}

test('A reason disables the account, whatever is completed', () => {
  for (const form of [true, false])
    for (const onboarding of [true, false])
      assert.equal(stateOf(form, onboarding, 'requirements.past_due'), 'disabled');
});
