import type { Driver, PayoutMailsTable } from '../database/tables.ts';
import type { Mail } from '../mail/mailer.ts';

type Order = Pick<Driver, 'email' | 'name'> & Pick<PayoutMailsTable, 'reason'>;

const wording: Record<Order['reason'], { subject: string; sentence: string }> = {
  form_completed: {
    subject: 'Add your bank details to get paid',
    sentence:
      'We have your details. One step is left before you can be paid: add your bank details on the secure page of Stripe, our payment provider.',
  },
  unfinished: {
    subject: 'Your link to finish setting up payouts',
    sentence: 'Finish setting up your payouts on the secure page of Stripe, our payment provider.',
  },
  disabled: {
    subject: 'Stripe needs something from you before you can be paid',
    sentence:
      'Your payouts are paused. The secure page of Stripe, our payment provider, says what is missing.',
  },
  bank_details: {
    subject: 'Your link to update your bank details',
    sentence: 'Update your bank details on the secure page of Stripe, our payment provider.',
  },
};

export function linkMail({ email, name, reason }: Order, link: string): Mail {
  const { subject, sentence } = wording[reason];
  return {
    to: email,
    subject,
    text: `Hello ${name},

${sentence}

${link}

The link works for 24 hours. It is for you alone: do not pass this mail on.

If you did not ask for it, you can ignore this mail.

Kargo
`,
  };
}
