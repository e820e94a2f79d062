import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';

/** A plain text mail. */
export type Mail = {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
};

export type Mailer = {
  /**
   * Hands a mail to the mail server, once: on failure the caller asks again.
   *
   * @throws {ApiError} `unavailable` when the server refuses it, does not answer in time, or when
   *   there is none; the reason is the cause.
   */
  sendMail(mail: Mail): Promise<void>;
};

/** Deadline of handing over a mail, in milliseconds. */
const deadline = 15_000;

/**
 * Sends mails over SMTP. Without `SMTP_URL` every mail is refused.
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
      // Loading it takes 0.2 s, which the start of the API does not wait for.
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

/** A failure without the server's own words, which quote addresses. */
function loggable(error: unknown): unknown {
  const { responseCode, code = 'no code' } = error as { responseCode?: number; code?: string };
  return responseCode ? new Error(`The mail server answered ${responseCode} (${code})`) : error;
}

/** The transport's timeouts restart with every byte; this one does not. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server is too slow')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
