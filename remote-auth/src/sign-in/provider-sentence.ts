import { getConfiguration } from 'shared-runtime/configuration';
import { tooManyAttempts } from '../notices/sentences.ts';

/** The identity provider's refusal in plain words; null for a code that is not known here. */
export function providerSentence(code: string): string | null {
  switch (code) {
    // One sentence for all: whether an account exists is nobody else's business.
    case 'auth/invalid-credential':
    case 'auth/invalid-login-credentials':
    case 'auth/wrong-password':
    case 'auth/user-not-found':
      return 'Email or password is incorrect.';
    case 'auth/invalid-email':
      return 'Email must be valid';
    case 'auth/user-disabled':
      return `This account is disabled. Contact ${getConfiguration().contactEmail}.`;
    case 'auth/too-many-requests':
      return tooManyAttempts(null);
    case 'auth/network-request-failed':
      return "We couldn't reach the sign-in service. Check your connection, then try again.";
    default:
      return null;
  }
}
