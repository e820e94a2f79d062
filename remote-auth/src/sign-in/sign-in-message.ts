import type { ApiError } from 'shared-runtime/api-client';
import { getConfiguration } from 'shared-runtime/configuration';
import type { Message } from '../notices/MessageDialog.tsx';
import { offlineSentence, tooManyAttempts } from '../notices/sentences.ts';
import { providerSentence } from './provider-sentence.ts';
import type { SignInFailure } from './sign-in.ts';

/** What the alert says after an attempt to sign in has failed (spec section 8). */
export function signInMessage(failure: SignInFailure): Message {
  switch (failure.outcome) {
    case 'offline':
      return { title: offlineSentence };
    case 'refused-by-provider':
      return providerMessage(failure);
    case 'refused-by-api':
      return apiMessage(failure.error);
    case 'failed-at-api':
      return { title: failed };
    case 'failed-at-provider':
      return { title: unexpected };
  }
}

const failed = 'Something went wrong!';
const unexpected = 'An unexpected error occurred. Please try again later.';

// The provider writes for developers. Where its code is known a plain sentence stands above.
function providerMessage({ code, message }: { code: string; message: string }): Message {
  const sentence = providerSentence(code);
  if (sentence !== null) return { title: sentence, details: message };
  return { title: message.trim() === '' ? unexpected : message };
}

function apiMessage(error: ApiError): Message {
  // The server's message decides, whichever server it is (spec section 8).
  if (/not approved/i.test(error.serverMessage ?? '')) {
    return { title: 'Your account is not approved yet' };
  }
  if (error.status === 429) return { title: tooManyAttempts(error.retryAfter) };
  return { title: failed, text: explanation(error) };
}

function explanation(error: ApiError): string | undefined {
  if (error.code === 'driver_unknown') {
    return 'There is no driver with this account. Drivers sign up in the Kargo app.';
  }
  if (error.code === 'driver_disabled') {
    return `This account is disabled. Contact ${getConfiguration().contactEmail}.`;
  }
  if (error.status === null) {
    return navigator.onLine ? 'Check your connection, then try again.' : offlineSentence;
  }
  if (error.status >= 500) {
    return 'Something went wrong on our side. Please try again in a moment.';
  }
  return undefined;
}
