import { apiClient } from 'shared-runtime/api-client';
import { isIdentityError } from 'shared-ui/is-identity-error';

/** How an attempt to change the password ended. */
export type PasswordChange =
  | {
      outcome: 'changed';
      /** Whether the driver's other sessions have ended. */
      isAloneNow: boolean;
    }
  | { outcome: 'not-logged-in' }
  /** Code and message are the provider's; null when it was not asked. */
  | { outcome: 'failed'; code: string | null; providerMessage: string | null };

/**
 * Changes the password at the identity provider, then tells our API, which ends the driver's other
 * sessions. This session goes on in any case.
 */
export async function changeDriverPassword(
  oldPassword: string,
  newPassword: string,
): Promise<PasswordChange> {
  try {
    const { changePassword } = await import('shared-runtime/identity');
    const confirm = await changePassword(oldPassword, newPassword);
    if (!confirm) return { outcome: 'not-logged-in' };
    return { outcome: 'changed', isAloneNow: await endOtherSessions(confirm) };
  } catch (error) {
    if (isIdentityError(error)) {
      return { outcome: 'failed', code: error.code, providerMessage: error.message };
    }
    console.error('Failed to change the password:', error);
    return { outcome: 'failed', code: null, providerMessage: null };
  }
}

/** @returns false when that failed; the password is changed all the same. */
async function endOtherSessions(confirm: () => Promise<string>): Promise<boolean> {
  try {
    await apiClient.passwordChanged({ firebase_token: await confirm() });
    return true;
  } catch (error) {
    console.error('Failed to log out other devices:', error);
    return false;
  }
}
