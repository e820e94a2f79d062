import { reasonSentence } from './reason-sentence.ts';

const contact = '{contactEmail}';

test.each([
  ['requirements.past_due', 'Stripe needs more information before you can be paid.'],
  [
    'requirements.pending_verification',
    'Stripe is checking what you sent. Nothing to do unless Stripe writes to you.',
  ],
  ['under_review', 'Stripe is reviewing your account.'],
  ['rejected.fraud', `Stripe could not approve this account. Contact ${contact}.`],
  ['rejected.other', `Stripe could not approve this account. Contact ${contact}.`],
  ['listed', `Stripe could not approve this account. Contact ${contact}.`],
  [
    'action_required.requested_capabilities',
    `We need to fix something with Stripe. Contact ${contact}.`,
  ],
  ['platform_paused', `We need to fix something with Stripe. Contact ${contact}.`],
  ['other', `We need to fix something with Stripe. Contact ${contact}.`],
])('%s is explained', (reason, sentence) => {
  expect(reasonSentence(reason)).toBe(sentence);
});

test.each(['Your bank returned a payout.', 'rejected', 'requirements.past_due!', 'OTHER'])(
  'nothing is added to "%s"',
  (reason) => expect(reasonSentence(reason)).toBeNull(),
);
