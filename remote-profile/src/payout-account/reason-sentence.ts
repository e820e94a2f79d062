/**
 * In plain words what a driver can do about Stripe's reason for disabling the account; null for
 * reasons that are not Stripe's codes (https://docs.stripe.com/api/accounts/object, `disabled_reason`).
 */
export function reasonSentence(reason: string, contactEmail: string): string | null {
  if (reason.startsWith('rejected.')) return rejected(contactEmail);
  switch (reason) {
    case 'requirements.past_due':
      return 'Stripe needs more information before you can be paid.';
    case 'requirements.pending_verification':
      return 'Stripe is checking what you sent. Nothing to do unless Stripe writes to you.';
    case 'under_review':
      return 'Stripe is reviewing your account.';
    case 'listed':
      return rejected(contactEmail);
    case 'action_required.requested_capabilities':
    case 'platform_paused':
    case 'other':
      return `We need to fix something with Stripe. Contact ${contactEmail}.`;
    default:
      return null;
  }
}

function rejected(contactEmail: string): string {
  return `Stripe could not approve this account. Contact ${contactEmail}.`;
}
