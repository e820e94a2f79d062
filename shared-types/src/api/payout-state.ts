import type { Profile } from './driver.ts';

/** The states of the payout card, with the names of its `data-state`. */
export type PayoutState = 'disabled' | 'form' | 'pending' | 'done';

/** Which state a driver's payout account is in (spec section 2); a disabled account comes first. */
export function payoutState(profile: Profile): PayoutState {
  const { onboarding_error: reason } = profile;
  if (typeof reason === 'string' && reason.trim() !== '') return 'disabled';
  if (!isYes(profile.form_completed)) return 'form';
  return isYes(profile.onboarding_completed) ? 'done' : 'pending';
}

/** Servers in front of older databases send their booleans as numbers or text. */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}
