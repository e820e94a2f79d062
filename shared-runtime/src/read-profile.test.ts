import { readProfile } from './read-profile.ts';
import { profile } from './testing/fake-api.ts';

const whole = {
  ...profile,
  id: 'id-of-ada',
  masked_email: 'a•••@kargo.example',
  mails_from: 'no-reply@kargo.example',
  payout_notes: { problems: ['verification_document'] },
  last_link: { sent_at: '2026-11-28T10:00:00Z', expires_at: '2026-11-29T10:00:00Z' },
  access_token: 'token-1',
};

test('a complete profile is unchanged, with fields that a later release may read', () => {
  const later = { ...whole, of_tomorrow: { a: 1 } };
  expect(readProfile(later)).toEqual(later);
  expect(readProfile(profile)).toEqual(profile);
});

test.each([
  [undefined],
  [null],
  [''],
  ['<!doctype html><title>Wi-Fi</title>'],
  [7],
  [[]],
  [[profile]],
  [{}],
  [{ data: profile }],
  [{ message: 'Hello' }],
  [{ access_token: 'token-1' }],
])('%j is not a profile', (data) => {
  expect(() => readProfile(data)).toThrow('no profile');
});

const empty = { ...profile, name: '', phone: '' };

test.each(Object.keys(profile))('one field is enough: %s', (field) => {
  expect(readProfile({ [field]: null })).toEqual(empty);
});

test('fields that are null or of another type are read as far as possible', () => {
  const nothing = Object.fromEntries(Object.keys(whole).map((field) => [field, null]));
  expect(readProfile(nothing)).toEqual(empty);
  const objects = Object.fromEntries(Object.keys(whole).map((field) => [field, { a: [1] }]));
  expect(readProfile(objects)).toEqual(empty);
  expect(
    readProfile({ name: 7, phone: 2025550123, id: 17, stripe_error_token: 5, access_token: 4 }),
  ).toEqual({
    ...{ ...empty, name: '7', phone: '2025550123', id: '17' },
    ...{ stripe_error_token: '5', access_token: '4' },
  });
});

test.each([
  [true, true],
  [1, true],
  ['1', true],
  [undefined, false],
  ['true', false],
  [0, false],
  ['0', false],
  [{}, false],
])('form_completed %j counts as %j', (form_completed, isCompleted) => {
  expect(readProfile({ name: 'Ada', form_completed }).form_completed).toBe(isCompleted);
});

test.each([0, false, 7])('%j is not a reason for a disabled account', (onboarding_error) => {
  expect(readProfile({ onboarding_error }).onboarding_error).toBeNull();
});

test.each([
  { payout_notes: {} },
  { payout_notes: { problems: 'none' } },
  { payout_notes: { problems: [7] } },
  { last_link: {} },
  { last_link: { sent_at: 'soon', expires_at: 'later' } },
])('a part that could not be shown is left out: %j', (part) => {
  const { payout_notes, last_link } = readProfile({ name: 'Ada', ...part });
  expect(payout_notes).toBeUndefined();
  expect(last_link).toBeUndefined();
});
