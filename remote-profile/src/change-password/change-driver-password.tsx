import { apiClient } from '@kargo/shared-runtime/api-client';
import { getConfiguration } from '@kargo/shared-runtime/configuration';
import { loadNow } from '@kargo/shared-runtime/layout';
import { css } from '@kargo/shared-runtime/styles';
import { minPasswordLength } from '@kargo/shared-types/forms/limits';
import { isIdentityError } from '@kargo/shared-ui/is-identity-error';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError } from '@kargo/shared-ui/send-now';
import { tooManyAttempts } from '@kargo/shared-ui/sentences';
import type { ReactNode } from 'react';

/**
 * Changes the password at the identity provider, then calls our API, which ends the driver's other
 * sessions. If the API cannot be reached, it also ends this one when it next checks.
 *
 * @returns whether the other sessions have ended
 * @throws what `refusal` explains
 */
export async function changeDriverPassword(
  oldPassword: string,
  newPassword: string,
): Promise<boolean> {
  const identity = await loadNow(() => import('@kargo/shared-runtime/identity'));
  const confirm = await identity.changePassword(oldPassword, newPassword).catch((error) => {
    if (!isIdentityError(error)) console.error('Failed to change the password:', error);
    throw error;
  });
  if (!confirm) throw new NotLoggedIn();
  return endOtherSessions(confirm);
}

class NotLoggedIn extends Error {}

/** @returns false when that failed; the password has changed anyway */
async function endOtherSessions(confirm: () => Promise<string>): Promise<boolean> {
  try {
    await apiClient.passwordChanged({ firebase_token: await confirm() });
    return true;
  } catch (error) {
    console.error('Failed to log out other devices:', error);
    return false;
  }
}

const failed = 'Failed to change password';

const notLoggedIn = {
  title: 'User not logged in',
  text: 'Log in with your email and password to change it.',
};

/** Why nothing changed (spec section 8). */
export function refusal(error: unknown): Message {
  if (error instanceof NotLoggedIn) return notLoggedIn;
  if (error instanceof NothingSentError) return { title: failed, text: <NotSent /> };
  const isProviders = isIdentityError(error);
  const sentence = isProviders && sentences[error.code]?.();
  return {
    title: failed,
    text: (
      <>
        {sentence && <p className={css({ color: 'ink.900' })}>{sentence}</p>}
        <p>Please try again.</p>
      </>
    ),
    details: isProviders ? error.message : null,
  };
}

const incorrect = () => 'Your old password is incorrect.';

const sentences: Record<string, () => ReactNode> = {
  'auth/invalid-credential': incorrect,
  'auth/wrong-password': incorrect,
  'auth/weak-password': () =>
    `Choose a longer password (at least ${minPasswordLength} characters).`,
  'auth/password-does-not-meet-requirements': () =>
    'Choose a longer password, with capital and small letters, digits and signs.',
  'auth/too-many-requests': () => tooManyAttempts(null),
  'auth/user-disabled': () =>
    `This account is disabled. Contact ${getConfiguration().contactEmail}.`,
  'auth/network-request-failed': () =>
    "We couldn't reach the sign-in service. Check your connection, then try again.",
};
