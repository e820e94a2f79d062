/** Stripe's decisions about an account: its codes for disabled accounts, and our own names. */
export const decisions = [
  { reason: '', words: 'Everything is in order' },
  { reason: 'requirements.past_due', words: 'A better picture of the document is needed' },
  { reason: 'requirements.pending_verification', words: 'The details are still being checked' },
  { reason: 'under_review', words: 'The account is under review' },
  { reason: 'rejected.fraud', words: 'The account is rejected' },
  { reason: 'transfers_pending', words: 'Transfers are not on yet' },
  { reason: 'transfers_inactive', words: 'Transfers are refused' },
  { reason: 'payouts_off', words: 'Payouts to the bank are not on yet' },
  { reason: 'due', words: 'A better picture of the document is needed in a week' },
] as const;

type Decision = Exclude<(typeof decisions)[number]['reason'], ''>;

/** Returns the decision in a form, or null if the account is accepted. */
export function readDecision(text: string | undefined): Decision | null {
  return decisions.find(({ reason }) => reason === text)?.reason || null;
}

export interface StripePerson {
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
  person: StripePerson;
  /** Whether a link was created; after that, the person cannot be changed. */
  isHandedOver: boolean;
  detailsSubmitted: boolean;
  bank: { last4: string } | null;
  /** Stripe's decision about the submitted details; most are codes for disabled accounts. */
  disabledReason: Decision | null;
}

/** Returns some fields of https://docs.stripe.com/api/accounts/object. */
export function showAccount(account: ConnectedAccount) {
  const { id, created, email, metadata, detailsSubmitted, bank } = account;
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
    ...statusOf(account),
    external_accounts: { object: 'list', data: bank ? [bank] : [] },
    ...(!account.isHandedOver && { individual }),
  };
}

const document = 'individual.verification.document';
const week = 7 * 24 * 60 * 60;

/** Decisions that leave an account enabled. */
const enabling: (string | null)[] = [
  null,
  'transfers_pending',
  'transfers_inactive',
  'payouts_off',
  'due',
];

/** Returns whether the driver can be paid, and what Stripe asks for. */
function statusOf({ detailsSubmitted, disabledReason: decision }: ConnectedAccount) {
  const isEnabled = enabling.includes(decision);
  const [, transfers = 'active'] = decision?.split('transfers_') ?? [];
  const isPastDue = !detailsSubmitted || decision === 'requirements.past_due';
  const isRefused = decision === 'requirements.past_due' || decision === 'due';
  const code = 'verification_document_not_readable';
  return {
    payouts_enabled: detailsSubmitted && isEnabled && decision !== 'payouts_off',
    capabilities: { transfers: detailsSubmitted ? transfers : 'inactive' },
    requirements: {
      disabled_reason: isPastDue ? 'requirements.past_due' : isEnabled ? null : decision,
      currently_due: isRefused ? [document] : [],
      current_deadline: decision === 'due' ? Math.floor(Date.now() / 1000) + week : null,
      errors: isRefused ? [{ code, reason: '', requirement: document }] : [],
    },
  };
}
