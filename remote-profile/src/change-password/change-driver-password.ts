import { apiClient } from 'shared-runtime/api-client';
import { getConfiguration } from 'shared-runtime/configuration';

/** How an attempt to change the password ended. */
export type PasswordChange =
  | {
      outcome: 'changed';
      /** Whether the driver's other sessions have ended. */
      isAloneNow: boolean;
    }
  | { outcome: 'not-logged-in' }
  | {
      outcome: 'failed';
      /** In plain words; null where we have none. */
      sentence: string | null;
      /** What the provider said; null when it did not come to that. */
      providerMessage: string | null;
    };

/**
 * Changes the password at the identity provider, then tells our API, which ends the driver's other
 * sessions. This one goes on whatever comes of it.
 */
export async function changeDriverPassword(
  oldPassword: string,
  newPassword: string,
): Promise<PasswordChange> {
  const identity = await loadIdentity();
  if (!identity) return { outcome: 'failed', sentence: null, providerMessage: null };
  try {
    const confirm = await identity.changePassword(oldPassword, newPassword);
    if (!confirm) return { outcome: 'not-logged-in' };
    return { outcome: 'changed', isAloneNow: await endOtherSessions(confirm) };
  } catch (error) {
    if (!(error instanceof identity.IdentityError)) {
      console.error('Failed to change the password:', error);
      return { outcome: 'failed', sentence: null, providerMessage: null };
    }
    return {
      outcome: 'failed',
      sentence: sentenceFor(error.code),
      providerMessage: error.message || null,
    };
  }
}

/** @returns false when it could not be done: the password is changed all the same. */
async function endOtherSessions(confirm: () => Promise<string>): Promise<boolean> {
  try {
    await apiClient.passwordChanged({ firebase_token: await confirm() });
    return true;
  } catch (error) {
    console.error('Failed to log out other devices:', error);
    return false;
  }
}

async function loadIdentity() {
  try {
    return await import('shared-runtime/identity');
  } catch (error) {
    console.error('Failed to load the identity provider:', error);
    return null;
  }
}

function sentenceFor(code: string): string | null {
  switch (code) {
    case 'auth/invalid-credential':
    case 'auth/wrong-password':
      return 'Your old password is incorrect.';
    case 'auth/weak-password':
      return 'Choose a longer password (at least 6 characters).';
    case 'auth/too-many-requests':
      return 'Too many attempts. Wait a few minutes, then try again.';
    case 'auth/user-disabled':
      return `This account is disabled. Contact ${getConfiguration().contactEmail}.`;
    case 'auth/network-request-failed':
      return "You're offline. Nothing was sent; your entries are still here.";
    default:
      return null;
  }
}
