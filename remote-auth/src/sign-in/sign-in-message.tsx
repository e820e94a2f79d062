import { ApiError } from '@kargo/shared-runtime/api-client';
import { getConfiguration } from '@kargo/shared-runtime/configuration';
import { css } from '@kargo/shared-runtime/styles';
import { isIdentityError } from '@kargo/shared-ui/is-identity-error';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError } from '@kargo/shared-ui/send-now';
import { serverFailedSentence, tooManyAttempts } from '@kargo/shared-ui/sentences';
import { WithContactLink } from '@kargo/shared-ui/WithContactLink';
import type { ReactNode } from 'react';

const failed = 'Something went wrong!';
const unexpected = 'An unexpected error occurred. Please try again later.';

/** The alert's text for each failure of the identity provider (spec section 8). */
export function providerMessage(error: unknown): Message {
  if (error instanceof NothingSentError) return { title: <NotSent /> };
  if (!isIdentityError(error)) {
    // No provider is configured, or its client did not load.
    console.error('Failed to sign in at the identity provider:', error);
    return { title: unexpected };
  }
  // The provider's message is for developers: known codes get a plain sentence above it.
  const { code, message } = error;
  const title = providerSentences[code]?.();
  if (title) return { title, details: message };
  return { title: message.trim() === '' ? unexpected : message };
}

const disabled = () => `This account is disabled. Contact ${getConfiguration().contactEmail}.`;
// One sentence for all, so that nobody learns whether an account exists.
const incorrect = () => 'Email or password is incorrect.';

const providerSentences: Record<string, () => string> = {
  'auth/invalid-credential': incorrect,
  'auth/invalid-login-credentials': incorrect,
  'auth/wrong-password': incorrect,
  'auth/user-not-found': incorrect,
  'auth/invalid-email': () => 'Email must be valid',
  'auth/user-disabled': disabled,
  'auth/password-does-not-meet-requirements': () =>
    'Your password is no longer accepted. Choose a new one with "Forgot password".',
  'auth/too-many-requests': () => tooManyAttempts(null),
  'auth/network-request-failed': () =>
    "We couldn't reach the sign-in service. Check your connection, then try again.",
};

/** The alert's text for each failure of our API. */
export function apiMessage(error: unknown): Message {
  if (!(error instanceof ApiError)) {
    console.error('Failed to sign in at the API:', error);
    return { title: failed };
  }
  // The server's message decides, whichever server it is (spec section 8).
  if (/not approved/i.test(error.serverMessage ?? '')) {
    return { title: 'Your account is not approved yet', text: notApproved };
  }
  if (error.status === 429) return { title: tooManyAttempts(error.retryAfterS) };
  return { title: failed, text: explanation(error), error };
}

const notApproved = (
  <>
    <p>
      We review every new driver. Once your account is approved, you can log in here with the same
      email and password.
    </p>
    <p className={css({ mt: '3' })}>
      <WithContactLink>{'A question? Write to {contactEmail}.'}</WithContactLink>
    </p>
  </>
);

function explanation({ code, status }: ApiError): ReactNode {
  if (code === 'driver_unknown') {
    return 'There is no driver with this account. Drivers sign up in the Kargo app.';
  }
  if (code === 'driver_disabled') return disabled();
  // The API client has tried to get a token.
  if (code === 'csrf_token_invalid') return 'Allow cookies for this site, then try again.';
  if (status === null) return 'Check your connection, then try again.';
  return status >= 500 ? serverFailedSentence : undefined;
}
