import type { OobCode } from 'firebase-tools/lib/emulator/auth/state.js';

interface CodeMail {
  to: string;
  subject: string;
  text: string;
}

const wording: Record<OobCode['requestType'], { subject: string; sentence: string }> = {
  PASSWORD_RESET: {
    subject: 'Reset your password for Kargo',
    sentence: 'Follow this link to reset your Kargo password:',
  },
  VERIFY_EMAIL: {
    subject: 'Verify your email for Kargo',
    sentence: 'Follow this link to verify your email address:',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    subject: 'Verify your new email for Kargo',
    sentence: 'Follow this link to verify your new email address:',
  },
  RECOVER_EMAIL: {
    subject: 'Your sign-in email was changed for Kargo',
    sentence: 'If you did not ask for this change, follow this link to undo it:',
  },
  EMAIL_SIGNIN: {
    subject: 'Sign in to Kargo',
    sentence: 'Follow this link to sign in:',
  },
};

/** The mail that Firebase would send for an out-of-band code. */
export function codeMail({ requestType, email, newEmail, oobLink }: OobCode): CodeMail {
  const { subject, sentence } = wording[requestType];
  const to = requestType === 'VERIFY_AND_CHANGE_EMAIL' ? (newEmail ?? email) : email;
  const closing = "If you didn't ask for this, you can ignore this email.";
  return { to, subject, text: `Hello,\n\n${sentence}\n\n${oobLink}\n\n${closing}\n` };
}
