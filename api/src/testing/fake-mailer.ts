import { ApiError } from '../api-error.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';

/** A mailer that keeps what it is given. */
export class FakeMailer implements Mailer {
  readonly sent: Mail[] = [];
  /** Set to make it refuse mails, as it does while the mail server is away. */
  isAway = false;

  async sendMail(mail: Mail): Promise<void> {
    if (this.isAway) throw new ApiError('unavailable', 'The mail could not be sent.');
    this.sent.push(mail);
  }

  /** Mails to one address, newest last. */
  sentTo(address: string): Mail[] {
    return this.sent.filter(({ to }) => to === address);
  }
}
