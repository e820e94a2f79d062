import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';

/** A mail of plain text; addresses in it are made into links by whoever shows it. */
export type Mail = {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
};

export type Mailer = {
  /**
   * Hands a mail over to the mail server. Not tried again: whoever asked for the mail asks anew.
   *
   * @throws {ApiError} `unavailable` when the server refuses it, does not answer in time, or when
   *   there is none; the reason is the cause.
   */
  sendMail(mail: Mail): Promise<void>;
};

/** Longest that handing a mail over may take, in milliseconds. */
const deadline = 15_000;

/**
 * Mails over SMTP. Without `SMTP_URL` every mail is refused, and the rest of the API works.
 *
 * @param patience milliseconds; other than the default only in tests
 */
export function smtpMailer(
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  patience = deadline,
): Mailer {
  if (!SMTP_URL) return { sendMail: async () => refuse(new Error('SMTP_URL is not set')) };
  return {
    async sendMail({ to, subject, text }) {
      // It takes a fifth of a second to load: the start of the API does not wait for it.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: SMTP_URL,
        dnsTimeout: patience,
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // As an object, since a text may name several recipients.
      const recipient = { name: '', address: to };
      const sending = transport.sendMail({ from: MAIL_FROM, to: recipient, subject, text });
      await inTime(sending, patience).catch(refuse);
    },
  };
}

function refuse(error: unknown): never {
  throw new ApiError('unavailable', 'The mail could not be sent.', { cause: loggable(error) });
}

/** What may be logged of a failure. The server's own words are left out: they quote addresses. */
function loggable(error: unknown): unknown {
  const { responseCode, code = 'no code' } = error as { responseCode?: number; code?: string };
  return responseCode ? new Error(`The mail server answered ${responseCode} (${code})`) : error;
}

/** The timeouts of the transport start anew with every byte; this one does not. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server is too slow')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
