/** @jest-environment node */
import { problemSentence, reasonSentence } from './reason-sentence.ts';

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

test.each(['requirements.of_a_new_kind', 'under_another_review', 'action_required.phone_call'])(
  'an unknown code, %s, is explained as far as possible',
  (reason) =>
    expect(reasonSentence(reason)).toBe(
      `Stripe has paused your payouts. Resend the link to see what it needs, or contact ${contact}.`,
    ),
);

test.each(['Your bank returned a payout.', 'rejected', 'requirements.past_due!', 'OTHER'])(
  'nothing is added to "%s"',
  (reason) => expect(reasonSentence(reason)).toBeNull(),
);

test.each([
  ['verification_document_expired', 'Your ID has expired. Send one that is valid.'],
  ['verification_document_failed_greyscale', 'The photo has no colours. Send a colour photo.'],
  [
    'verification_document_manipulated',
    'Stripe could not accept the photo of your ID. Send another one.',
  ],
  [
    'verification_document_of_a_new_kind',
    'Stripe could not accept the photo of your ID. Send another one.',
  ],
  ['invalid_dob_age_under_18', 'Stripe could not accept your date of birth. Check it.'],
  ['invalid_address_private_mailbox', 'Stripe could not confirm your address. Check it.'],
  [
    'verification_failed_keyed_identity',
    'Compare what you entered with your ID: Stripe could not confirm it.',
  ],
  ['of_a_new_kind', 'Stripe could not accept something that you sent (of_a_new_kind).'],
])('the problem %s is put in plain words', (code, sentence) => {
  expect(problemSentence(code)).toBe(sentence);
});
