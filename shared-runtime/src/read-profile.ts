import type { Profile, ProfileResponse } from '@kargo/shared-types/api/driver';
import { isYes } from '@kargo/shared-types/api/payout-state';

/** The fields of the specification. One of them makes a response a profile: the page needs no certain one. */
const fields: readonly (keyof Profile)[] = [
  'name',
  'phone',
  'image',
  'form_completed',
  'onboarding_completed',
  'onboarding_error',
  'stripe_error_token',
];

/**
 * Reads a response as a profile (spec section 3). What is missing, null or of another type becomes what the page shows
 * for nothing.
 *
 * @returns null if it is no profile
 */
export function readProfile(data: unknown): ProfileResponse | null {
  if (typeof data !== 'object' || data === null || !fields.some((field) => field in data)) {
    return null;
  }
  const { payout_notes, last_link, ...given } = data as Partial<ProfileResponse>;
  const profile: ProfileResponse = {
    ...given,
    name: readText(given.name),
    phone: readText(given.phone),
    image: textOrNull(given.image),
    form_completed: isYes(given.form_completed),
    onboarding_completed: isYes(given.onboarding_completed),
    // A number says that there is no error.
    onboarding_error: textOrNull(given.onboarding_error),
    stripe_error_token: readText(given.stripe_error_token) || null,
  };
  for (const name of ['id', 'masked_email', 'mails_from', 'access_token'] as const) {
    const text = readText(given[name]);
    if (text) profile[name] = text;
    else delete profile[name];
  }
  const problems: unknown = payout_notes?.problems;
  const isDrawable = Array.isArray(problems) && problems.every((it) => typeof it === 'string');
  if (payout_notes && isDrawable) profile.payout_notes = payout_notes;
  if (last_link !== undefined)
    profile.last_link = last_link && isDated(last_link) ? last_link : null;
  return profile;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** A text of a response, trimmed; of a number its digits. */
export function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
}

const isDated = ({ sent_at, expires_at }: NonNullable<Profile['last_link']>) =>
  Number.isFinite(Date.parse(sent_at) + Date.parse(expires_at));
