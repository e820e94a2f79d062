import { loadNow } from '@kargo/shared-runtime/layout';
import { Text } from '@kargo/shared-runtime/ui';
import { isIdentityError } from '@kargo/shared-ui/is-identity-error';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError, sendNow } from '@kargo/shared-ui/send-now';
import { tooManyAttempts } from '@kargo/shared-ui/sentences';
import type { ReactNode } from 'react';

/**
 * Has the identity provider mail a link to set a new password, which leads back to the home page.
 *
 * @returns what the alert says about it (spec section 8)
 */
export async function sendPasswordReset(email: string): Promise<Message> {
  try {
    await sendNow(async () => {
      const identity = await loadNow(() => import('@kargo/shared-runtime/identity'));
      await identity.sendPasswordReset(email);
    });
  } catch (error) {
    if (error instanceof NothingSentError) return { title: <NotSent /> };
    console.error('Failed to send a password reset e-mail:', error);
    const text = isIdentityError(error) ? explanations[error.code]?.() : undefined;
    return { title: 'Failed to send password reset email.', text };
  }
  // With the address as typed, so that a typing mistake is noticed.
  const text = (
    <>
      <Text overflowWrap="anywhere">
        It went to <strong>{email}</strong>.
      </Text>
      <Text>If it isn't there in a few minutes, check spam.</Text>
    </>
  );
  return { title: 'Password reset email sent to given email address successfully', text };
}

const explanations: Record<string, () => ReactNode> = {
  'auth/too-many-requests': () => tooManyAttempts(null),
  'auth/network-request-failed': () => 'Check your connection, then try again.',
};
