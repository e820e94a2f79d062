const rejected = 'Stripe could not approve this account. Contact {contactEmail}.';
const ours = 'We need to fix something with Stripe. Contact {contactEmail}.';

const sentences: Record<string, string> = {
  'requirements.past_due': 'Stripe needs more information before you can be paid.',
  'requirements.pending_verification':
    'Stripe is checking what you sent. Nothing to do unless Stripe writes to you.',
  under_review: 'Stripe is reviewing your account.',
  listed: rejected,
  'action_required.requested_capabilities': ours,
  platform_paused: ours,
  other: ours,
};

/** Stripe's codes have words in lower case with dots and underscores between them. */
const isCode = /^[a-z]+[._][a-z_.]+$/;
const unknown =
  'Stripe has paused your payouts. Resend the link to see what it needs, or contact {contactEmail}.';

/**
 * What a driver can do about Stripe's `disabled_reason`, for `WithContactLink`; null if it is not
 * one of Stripe's codes (https://docs.stripe.com/api/accounts/object).
 */
export function reasonSentence(reason: string): string | null {
  if (reason.startsWith('rejected.')) return rejected;
  return sentences[reason] ?? (isCode.test(reason) ? unknown : null);
}

/** By the beginning of Stripe's code; the first match counts. Suspected forgers get no details. */
const problems = Object.entries({
  verification_document_dob: 'The date of birth on your ID is not the one that you entered.',
  verification_document_expired: 'Your ID has expired. Send one that is valid.',
  verification_document_failed_copy: 'The photo shows a copy. Send one of the original ID.',
  verification_document_failed_greyscale: 'The photo has no colours. Send a colour photo.',
  verification_document_id_number: 'The number on your ID is not the one that you entered.',
  verification_document_incomplete: 'All four corners of your ID have to be in the photo.',
  verification_document_issue_or_expiry_date: "The dates on your ID can't be seen.",
  verification_document_missing: 'A side of your ID is missing. Send photos of both.',
  verification_document_name: 'The name on your ID is not the one that you entered.',
  verification_document_not_readable: "Your ID can't be read in the photo. Take it in good light.",
  verification_document_not_signed: 'Your ID is not signed.',
  verification_document_type: 'Send a driving licence or a passport.',
  verification_document: 'Stripe could not accept the photo of your ID. Send another one.',
  verification_failed: 'Compare what you entered with your ID: Stripe could not confirm it.',
  invalid_address: 'Stripe could not confirm your address. Check it.',
  invalid_street_address: 'Stripe could not confirm your address. Check it.',
  invalid_dob: 'Stripe could not accept your date of birth. Check it.',
  invalid_tos_acceptance: "You have not accepted Stripe's terms yet.",
  information_missing: 'Something that Stripe asked for is missing.',
});

/** About `requirements.errors` of https://docs.stripe.com/api/accounts/object, and what to do. */
export function problemSentence(code: string): string {
  const known = problems.find(([beginning]) => code.startsWith(beginning));
  return known?.[1] ?? `Stripe could not accept something that you sent (${code}).`;
}
