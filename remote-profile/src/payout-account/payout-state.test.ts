import type { Profile } from 'shared-types/api/driver';
import { payoutState } from './payout-state.ts';

const no = [false, 0, '0', '', null, undefined, 'true', 2] as const;
const yes = [true, 1, '1'] as const;

// Servers other than ours may send what the contract does not allow.
function stateOf(form: unknown, onboarding: unknown, error: unknown) {
  return payoutState({
    form_completed: form,
    onboarding_completed: onboarding,
    onboarding_error: error,
  } as Profile);
}

describe.each([null, undefined, '', '  \n'])('without a reason (%p)', (error) => {
  test.each(no)('form_completed %p shows the form, whatever else is completed', (form) => {
    for (const onboarding of [...no, ...yes]) expect(stateOf(form, onboarding, error)).toBe('form');
  });

  test.each(yes)('form_completed %p waits for onboarding', (form) => {
    for (const onboarding of no) expect(stateOf(form, onboarding, error)).toBe('pending');
    for (const onboarding of yes) expect(stateOf(form, onboarding, error)).toBe('done');
  });
});

test.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('a reason disables the account with form %p and onboarding %p', (form, onboarding) => {
  expect(stateOf(form, onboarding, 'requirements.past_due')).toBe('disabled');
});
