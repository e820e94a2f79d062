import { ApiError } from '../api-error.ts';
import { type OnChange, openBreaker } from '../breaker.ts';
import type { Env } from '../env.ts';
import { inTime } from '../in-time.ts';

export interface Mail {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /**
   * Hands a mail to the mail server, once: on failure the caller asks again.
   *
   * @throws {ApiError} `unavailable` when the server refuses it, does not answer in time, is known to
   *   hang, or when there is none; the reason is the cause.
   */
  sendMail(mail: Mail): Promise<void>;
}

/** How long handing over a mail may take. */
const deadlineMs = 15_000;

/**
 * Sends mails over SMTP. Without `SMTP_URL` every mail is refused.
 *
 * @param onChange told when the server begins and ends to be known to hang
 * @param timeoutMs other than the default only in tests
 */
export function smtpMailer(
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  { onChange, timeoutMs = deadlineMs }: { onChange?: OnChange; timeoutMs?: number } = {},
): Mailer {
  if (!SMTP_URL) return { sendMail: async () => refuse(new Error('SMTP_URL is not set')) };
  const guard = openBreaker(onChange);
  return {
    async sendMail({ to, subject, text }) {
      // Loading it takes 0.2 s, which the start of the API does not wait for.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: SMTP_URL,
        dnsTimeout: timeoutMs,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // As an object, since a text may name several recipients.
      const recipient = { name: '', address: to };
      await guard(() => {
        const sending = transport.sendMail({ from: MAIL_FROM, to: recipient, subject, text });
        // The transport's own timeouts restart with every byte.
        return inTime(sending, timeoutMs, 'The mail server is too slow');
      }).catch(refuse);
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
