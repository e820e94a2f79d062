import type { Profile, ProfileResponse } from '@kargo/shared-types/api/driver';
import { isYes } from '@kargo/shared-types/api/payout-state';

/** Returns a text trimmed, and a number as its digits; otherwise an empty text. */
const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** How each specified field is read. A profile has at least one of them. */
const readers: { [Field in keyof Profile]: (value: unknown) => Profile[Field] } = {
  name: readText,
  phone: readText,
  image: textOrNull,
  form_completed: isYes,
  onboarding_completed: isYes,
  // A number means that there is no error.
  onboarding_error: textOrNull,
  stripe_error_token: (value) => readText(value) || null,
};

/**
 * Reads a response as a profile (spec section 3). A field that is missing, null or of another type
 * gets an empty value; unknown fields are kept, since a later release of a remote may use them.
 *
 * @throws an Error if it is not a profile
 */
export function readProfile(data: unknown): ProfileResponse {
  const given: ProfileResponse = Object(data);
  const isProfile = Object.keys(readers).some((field) => field in given);
  if (!isProfile) throw new Error('The response is no profile');
  const profile = { ...given };
  for (const [field, read] of Object.entries(readers))
    Object.assign(profile, { [field]: read(given[field as keyof Profile]) });
  for (const field of ['id', 'masked_email', 'mails_from', 'access_token'] as const)
    profile[field] = readText(given[field]) || undefined;
  const { payout_notes: notes, last_link: link } = given;
  const isDrawable = Array.isArray(notes?.problems) && notes.problems.every(textOrNull);
  profile.payout_notes = isDrawable ? notes : undefined;
  profile.last_link = link && isDated(link) ? link : undefined;
  return profile;
}

const isDated = ({ sent_at, expires_at }: NonNullable<Profile['last_link']>) =>
  Number.isFinite(Date.parse(sent_at) + Date.parse(expires_at));
