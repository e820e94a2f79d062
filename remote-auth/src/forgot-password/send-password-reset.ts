import { isIdentityError } from 'shared-ui/is-identity-error';
import { loadIdentity } from '../identity/load-identity.ts';

/** How asking for a mail to set a new password ended. */
export type ResetOutcome =
  | { outcome: 'sent' }
  | { outcome: 'offline' }
  | { outcome: 'failed'; code: string | null };

/** Has the identity provider send the mail. Its link leads back to the product's home page. */
export async function sendPasswordReset(email: string): Promise<ResetOutcome> {
  if (!navigator.onLine) return { outcome: 'offline' };
  try {
    const identity = await loadIdentity();
    await identity.sendPasswordReset(email);
    return { outcome: 'sent' };
  } catch (error) {
    console.error('Failed to send a password reset e-mail:', error);
    return { outcome: 'failed', code: isIdentityError(error) ? error.code : null };
  }
}
