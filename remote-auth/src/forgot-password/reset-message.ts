import type { Message } from 'shared-ui/MessageDialog';
import { offlineSentence, tooManyAttempts } from 'shared-ui/sentences';
import type { ResetOutcome } from './send-password-reset.ts';

/** What the alert says after somebody asked for a new password (spec section 8). */
export function resetMessage(reset: ResetOutcome): Message {
  if (reset.outcome === 'offline') return { title: offlineSentence };
  if (reset.outcome === 'failed') {
    const text = reset.code ? explanations[reset.code] : undefined;
    return { title: 'Failed to send password reset email.', text };
  }
  return {
    title: 'Password reset email sent to given email address successfully',
    text: "If it isn't there in a few minutes, check spam.",
  };
}

const explanations: Record<string, string> = {
  'auth/too-many-requests': tooManyAttempts(null),
  'auth/network-request-failed': 'Check your connection, then try again.',
};
