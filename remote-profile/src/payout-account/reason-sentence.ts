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

/**
 * Returns what a driver can do about Stripe's reason for disabling the account; null for reasons that are
 * not Stripe's codes (https://docs.stripe.com/api/accounts/object, `disabled_reason`). For `WithContactLink`.
 */
export function reasonSentence(reason: string): string | null {
  return reason.startsWith('rejected.') ? rejected : (sentences[reason] ?? null);
}
