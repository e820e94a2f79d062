import { ApiError } from '@kargo/shared-runtime/api-client';
import { writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import type { ErrorCode } from '@kargo/shared-types/api/error';
import { apiMessage, providerMessage } from './sign-in-message.tsx';

beforeAll(() => writeConfiguration());

type FakeResponse = {
  status?: number | null;
  code?: ErrorCode;
  serverMessage?: string;
  retryAfterS?: number;
};

function refusedByApi({ status = 403, code, serverMessage, retryAfterS }: FakeResponse) {
  const response = {
    status,
    code: code ?? null,
    serverMessage: serverMessage ?? null,
    retryAfterS: retryAfterS ?? null,
    reference: null,
  };
  return apiMessage(new ApiError(response, undefined));
}

const refusedByProvider = (code: string, message = `Firebase: Error (${code}).`) =>
  providerMessage(Object.assign(new Error(message), { name: 'IdentityError', code }));

describe('when our API refuses', () => {
  test.each([
    'Your account is not approved yet',
    'Driver NOT APPROVED.',
    'not approved',
    'Sorry, this account was Not Approved by an admin',
  ])('"%s" leads to the sentence of the spec', (serverMessage) => {
    expect(refusedByApi({ serverMessage }).title).toBe('Your account is not approved yet');
  });

  test.each(['Approved', 'notapproved', 'Approval pending', undefined])(
    '%s does not mean a missing approval',
    (serverMessage) => {
      expect(refusedByApi({ serverMessage }).title).toBe('Something went wrong!');
    },
  );

  test('too many attempts: it says how many seconds to wait, if the server did', () => {
    expect(refusedByApi({ status: 429, retryAfterS: 42 })).toEqual({
      title: 'Too many attempts. Try again in 42 seconds.',
    });
    expect(refusedByApi({ status: 429 })).toEqual({
      title: 'Too many attempts. Wait a few minutes, then try again.',
    });
  });

  test.each<[FakeResponse, string | undefined]>([
    [{ code: 'driver_disabled' }, 'This account is disabled. Contact hello@kargo.example.'],
    [
      { code: 'driver_unknown' },
      'There is no driver with this account. Drivers sign up in the Kargo app.',
    ],
    [{ code: 'csrf_token_invalid' }, 'Allow cookies for this site, then try again.'],
    [{ status: 500 }, 'Something went wrong on our side. Please try again in a moment.'],
    [{ status: 503 }, 'Something went wrong on our side. Please try again in a moment.'],
    [{ status: null }, 'Check your connection, then try again.'],
    [{ status: 400, code: 'validation_failed' }, undefined],
  ])('%j is explained below the sentence of the spec', (response, text) => {
    const error = expect.any(ApiError);
    expect(refusedByApi(response)).toEqual({ title: 'Something went wrong!', text, error });
  });
});

describe('when the provider refuses', () => {
  test.each([
    ['auth/invalid-credential', 'Email or password is incorrect.'],
    ['auth/wrong-password', 'Email or password is incorrect.'],
    ['auth/user-not-found', 'Email or password is incorrect.'],
    ['auth/invalid-login-credentials', 'Email or password is incorrect.'],
    ['auth/user-disabled', 'This account is disabled. Contact hello@kargo.example.'],
    [
      'auth/password-does-not-meet-requirements',
      'Your password is no longer accepted. Choose a new one with "Forgot password".',
    ],
    ['auth/too-many-requests', 'Too many attempts. Wait a few minutes, then try again.'],
    [
      'auth/network-request-failed',
      "We couldn't reach the sign-in service. Check your connection, then try again.",
    ],
  ])('%s is put in plain words above the original ones', (code, title) => {
    expect(refusedByProvider(code)).toEqual({ title, details: `Firebase: Error (${code}).` });
  });

  test('an unknown code is shown in the original words', () => {
    expect(refusedByProvider('auth/quota-exceeded', 'Quota exceeded.')).toEqual({
      title: 'Quota exceeded.',
    });
  });

  test.each(['', '  '])('saying nothing ("%s") is an unexpected error', (message) => {
    expect(refusedByProvider('auth/internal-error', message)).toEqual({
      title: 'An unexpected error occurred. Please try again later.',
    });
  });
});

test('a missing provider is an unexpected error', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(providerMessage(new Error('No identity provider is configured'))).toEqual({
    title: 'An unexpected error occurred. Please try again later.',
  });
});
