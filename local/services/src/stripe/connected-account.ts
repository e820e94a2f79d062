/** Stripe's possible decisions about an account: its codes for disabled accounts, with labels. */
export const decisions = [
  { reason: '', words: 'Everything is in order' },
  { reason: 'requirements.past_due', words: 'A better picture of the document is needed' },
  { reason: 'requirements.pending_verification', words: 'The details are still being checked' },
  { reason: 'under_review', words: 'The account is under review' },
  { reason: 'rejected.fraud', words: 'The account is rejected' },
] as const;

type DisabledReason = Exclude<(typeof decisions)[number]['reason'], ''>;

/** Returns the decision in a form; null if the account is accepted. */
export function readDecision(text: string | undefined): DisabledReason | null {
  return decisions.find(({ reason }) => reason === text)?.reason || null;
}

export interface Person {
  first_name?: string;
  last_name?: string;
  email?: string;
  phone?: string;
  dob?: { day: number; month: number; year: number };
  /** Id of the uploaded file. */
  document?: string;
}

export interface ConnectedAccount {
  id: string;
  /** Seconds since 1970. */
  created: number;
  email: string | null;
  metadata: Record<string, string>;
  person: Person;
  /** Whether a link was created, after which the person cannot be changed. */
  isHandedOver: boolean;
  detailsSubmitted: boolean;
  bank: { last4: string } | null;
  /** Stripe's decision after the details were submitted. */
  disabledReason: DisabledReason | null;
}

/** Returns an account as in the API (https://docs.stripe.com/api/accounts/object), with some fields. */
export function showAccount(account: ConnectedAccount) {
  const { id, created, email, metadata, detailsSubmitted, bank, disabledReason } = account;
  const { document, ...person } = account.person;
  const individual = { ...person, verification: { document: { front: document } } };
  return {
    id,
    object: 'account',
    type: 'express',
    created,
    email,
    metadata,
    details_submitted: detailsSubmitted,
    payouts_enabled: detailsSubmitted && disabledReason === null,
    requirements: { disabled_reason: detailsSubmitted ? disabledReason : 'requirements.past_due' },
    external_accounts: { object: 'list', data: bank ? [bank] : [] },
    ...(!account.isHandedOver && { individual }),
  };
}

/** Returns the missing details of the person, by Stripe's names. */
export function requirementsDue(account: ConnectedAccount): string[] {
  const { person, bank, detailsSubmitted, disabledReason } = account;
  if (detailsSubmitted) {
    return disabledReason === 'requirements.past_due' ? ['individual.verification.document'] : [];
  }
  const missing = {
    external_account: !bank,
    'individual.dob.day': !person.dob,
    'individual.first_name': !person.first_name,
    'individual.last_name': !person.last_name,
    'individual.phone': !person.phone,
    'individual.verification.document': !person.document,
    'tos_acceptance.date': true,
  };
  return Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [name] : []));
}
