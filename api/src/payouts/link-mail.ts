import type { Driver, Tables } from '../database/tables.ts';
import type { Letter, SiteContact } from '../mail/mail-html.ts';
import type { Mail } from '../mail/mailer.ts';
import { writeMail } from '../mail/write-mail.ts';

type LinkMail = Pick<Driver, 'email' | 'name'> & Pick<Tables['payout_mails'], 'reason'>;

type Wording = Pick<Letter, 'subject' | 'purpose' | 'button' | 'reason'>;

const asked =
  'You get this mail because somebody asked Kargo for a link to your payouts. If it was not you, you can ignore it.';

const wordings: Record<LinkMail['reason'], Wording> = {
  form_completed: {
    subject: 'Add your bank details to get paid',
    purpose:
      'We have your details. One step is left before you can be paid: add your bank details on the secure page of Stripe, our payment provider.',
    button: 'Add bank details',
    reason:
      'You get this mail because your payout details were sent to Kargo. If it was not you, write to us at once.',
  },
  unfinished: {
    subject: 'Your link to finish setting up payouts',
    purpose: 'Finish setting up your payouts on the secure page of Stripe, our payment provider.',
    button: 'Finish setup',
    reason: asked,
  },
  disabled: {
    subject: 'Stripe needs something from you before you can be paid',
    purpose:
      'Your payouts are paused. The secure page of Stripe, our payment provider, says what is missing.',
    button: 'See what is missing',
    reason: asked,
  },
  bank_details: {
    subject: 'Your link to update your bank details',
    purpose: 'Update your bank details on the secure page of Stripe, our payment provider.',
    button: 'Update bank details',
    reason: asked,
  },
};

export function linkMail({ email, name, reason }: LinkMail, link: string, site: SiteContact): Mail {
  const lifetime = 'The link works for 24 hours. It is for you alone: do not pass this mail on.';
  return writeMail({ to: email, name, link, lifetime, ...wordings[reason] }, site);
}
