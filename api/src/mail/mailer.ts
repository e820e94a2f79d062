import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';
import { type OnChange, openBreaker } from '../resilience/breaker.ts';
import { logoId } from './mail-html.ts';

export interface Mail {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  /** Says the same as the text. Its logo is attached. */
  html: string;
  /** As in the header `Message-ID`; a random one if unset. */
  messageId?: string;
}

export interface Mailer {
  /**
   * Sends a mail, without a retry.
   *
   * @throws {ApiError} `unavailable` when the server refuses it, responds too late, is known to
   *   hang, or is not configured; the error's cause says why.
   */
  sendMail(mail: Mail): Promise<void>;
}

/**
 * The logo is attached, because mail programs block pictures of other servers, and drop pictures in
 * the HTML that are SVG or `data:`. It is `shell/public/favicon.svg`, 96 pixels wide.
 */
const logo = {
  cid: logoId,
  filename: 'kargo.png',
  content: readFileSync(join(import.meta.dirname, 'logo.png')),
  contentDisposition: 'inline' as const,
};

const deadlineMs = 15_000;

/**
 * Sends mails over SMTP. Without `SMTP_URL` every mail is refused.
 *
 * @param onChange called when the server's circuit breaker changes its state
 * @param timeoutMs only tests override the default
 */
export function smtpMailer(
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  { onChange, timeoutMs = deadlineMs }: { onChange?: OnChange; timeoutMs?: number } = {},
): Mailer {
  if (!SMTP_URL) return { sendMail: async () => refuse(new Error('SMTP_URL is not set')) };
  const guard = openBreaker(onChange);
  return {
    async sendMail({ to, ...content }) {
      // Loaded on first use, because loading takes 0.2 s of the API's start.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: SMTP_URL,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // An object, because a string could contain several recipients.
      const recipient = { name: '', address: to };
      // Not the transport's own timeouts, which restart with every byte.
      const signal = AbortSignal.timeout(timeoutMs);
      // Keeps out-of-office replies away (RFC 3834).
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const attachments = [logo];
      const mail = { from: MAIL_FROM, to: recipient, ...content, headers, attachments, signal };
      await guard(() => transport.sendMail(mail)).catch(refuse);
    },
  };
}

function refuse(error: unknown): never {
  throw new ApiError('unavailable', 'The mail could not be sent.', { cause: loggable(error) });
}

/** Returns an error for the log, without the server's own message, which may quote addresses. */
function loggable(error: unknown): unknown {
  const { responseCode, code = 'no code' } = error as { responseCode?: number; code?: string };
  return responseCode ? new Error(`The mail server answered ${responseCode} (${code})`) : error;
}
