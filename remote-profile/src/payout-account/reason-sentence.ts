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
 * Returns what a driver can do about Stripe's reason for disabling the account; null for reasons that
 * are not Stripe's codes (https://docs.stripe.com/api/accounts/object, `disabled_reason`). For `WithContactLink`.
 */
export function reasonSentence(reason: string): string | null {
  if (reason.startsWith('rejected.')) return rejected;
  return sentences[reason] ?? (isCode.test(reason) ? unknown : null);
}

const address = 'Stripe could not confirm your address. Check it.';
const born = 'The date of birth on your ID is not the one that you entered.';
const name = 'The name on your ID is not the one that you entered.';
const number = 'The number on your ID is not the one that you entered.';
const photo = 'Stripe could not accept the photo of your ID. Send another one.';
const unsupported = "Stripe doesn't take this kind of ID. Send a driving licence or a passport.";

/** By the beginning of Stripe's code; the first that fits. What looks like a forgery is not told how. */
const problems = Object.entries({
  verification_document_address: address,
  verification_document_country_not_supported: unsupported,
  verification_document_type_not_supported: unsupported,
  verification_document_corrupt: 'The photo of your ID did not arrive whole. Send it again.',
  verification_document_not_uploaded: 'The photo of your ID did not arrive. Send it again.',
  verification_document_dob: born,
  verification_document_expired: 'Your ID has expired. Send one that is valid.',
  verification_document_failed_copy: 'The photo shows a copy. Send one of the original ID.',
  verification_document_failed_greyscale:
    'The photo of your ID has no colours. Send a colour photo.',
  verification_document_id_number: number,
  verification_document_incomplete: 'All four corners of your ID have to be in the photo.',
  verification_document_issue_or_expiry_date_missing: "The dates on your ID can't be seen.",
  verification_document_missing_back: 'The back of your ID is missing. Send a photo of it too.',
  verification_document_missing_front: 'The front of your ID is missing. Send a photo of it too.',
  verification_document_name: name,
  verification_document_not_readable: "Your ID can't be read in the photo. Take it in good light.",
  verification_document_not_signed: 'Your ID is not signed.',
  verification_document_too_large: 'The photo of your ID is too large. Send a smaller one.',
  verification_document: photo,
  verification_failed_address: address,
  verification_failed_residential_address: address,
  verification_failed:
    'Stripe could not confirm who you are. Compare what you entered with your ID.',
  invalid_address: address,
  invalid_street_address: address,
  invalid_dob: 'Stripe could not accept your date of birth. Check it.',
  invalid_tos_acceptance: "You have not accepted Stripe's terms yet.",
  information_missing: 'Something that Stripe asked for is missing.',
});

/** What Stripe did not accept, and what to do (https://docs.stripe.com/api/accounts/object, `requirements.errors`). */
export function problemSentence(code: string): string {
  const known = problems.find(([beginning]) => code.startsWith(beginning));
  return known?.[1] ?? `Stripe could not accept something that you sent (${code}).`;
}
