import type { OobCode } from 'firebase-tools/lib/emulator/auth/state.js';
import { createTransport } from 'nodemailer';

/** Returns the mail that Firebase would send for the code of a password reset. */
export function codeMail({ email, oobLink }: OobCode) {
  const sentence = 'Follow this link to reset your Kargo password:';
  const closing = "If you didn't ask for this, you can ignore this email.";
  const text = `Hello,\n\n${sentence}\n\n${oobLink}\n\n${closing}\n`;
  const from = 'Kargo <noreply@kargo.example>';
  return { from, to: email, subject: 'Reset your password for Kargo', text };
}

/** Sends the mail of a code. A failure is logged. */
export async function mailCode(code: OobCode, smtpUrl: string | undefined): Promise<void> {
  await createTransport(smtpUrl)
    .sendMail(codeMail(code))
    .catch((error) => console.error('A mail of the Auth emulator was not delivered.', error));
}
