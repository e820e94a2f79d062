import { ApiError } from '../api-error.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';

/** A mailer that stores mails instead of sending them. */
export class FakeMailer implements Mailer {
  readonly sent: Mail[] = [];
  /** Set it to make the mailer refuse mails, like an unavailable mail server. */
  isAway = false;

  async sendMail(mail: Mail): Promise<void> {
    if (this.isAway) throw new ApiError('unavailable', 'The mail could not be sent.');
    this.sent.push(mail);
  }

  /** Returns the mails to one address, newest last. */
  sentTo(address: string): Mail[] {
    return this.sent.filter(({ to }) => to === address);
  }
}
