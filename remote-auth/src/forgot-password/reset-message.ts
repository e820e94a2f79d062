import type { Message } from '../notices/MessageDialog.tsx';
import { offlineSentence, tooManyAttempts } from '../notices/sentences.ts';
import type { ResetOutcome } from './send-password-reset.ts';

/** What the alert says after somebody asked for a new password (spec section 8). */
export function resetMessage(reset: ResetOutcome): Message {
  switch (reset.outcome) {
    case 'sent':
      return {
        title: 'Password reset email sent to given email address successfully',
        text: "If it isn't there in a few minutes, check spam.",
      };
    case 'offline':
      return { title: offlineSentence };
    case 'failed':
      return { title: 'Failed to send password reset email.', text: explanation(reset.code) };
  }
}

function explanation(code: string | null): string | undefined {
  if (code === 'auth/too-many-requests') return tooManyAttempts(null);
  if (code === 'auth/network-request-failed') return 'Check your connection, then try again.';
  return undefined;
}
