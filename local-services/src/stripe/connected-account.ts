/** What Stripe can decide about an account: its words for why it is disabled, with labels. */
export const decisions = [
  { reason: '', words: 'Everything is in order' },
  { reason: 'requirements.past_due', words: 'A better picture of the document is needed' },
  { reason: 'requirements.pending_verification', words: 'The details are still being checked' },
  { reason: 'under_review', words: 'The account is under review' },
  { reason: 'rejected.fraud', words: 'The account is rejected' },
] as const;

type DisabledReason = Exclude<(typeof decisions)[number]['reason'], ''>;

/** The decision that a form carries; null when everything is in order. */
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
  country: string;
  email: string | null;
  businessProfile: Record<string, string>;
  metadata: Record<string, string>;
  person: Person;
  /** A link was made, so the person cannot be changed any more. */
  isHandedOver: boolean;
  detailsSubmitted: boolean;
  bank: { last4: string; routing: string } | null;
  /** Stripe's decision after the details were submitted. */
  disabledReason: DisabledReason | null;
}

/** An account as the API shows it (https://docs.stripe.com/api/accounts/object), in part. */
export function showAccount(account: ConnectedAccount) {
  const { id, created, country, email, metadata, person, detailsSubmitted, bank } = account;
  const isPayable = detailsSubmitted && account.disabledReason === null;
  return {
    id,
    object: 'account',
    type: 'express',
    business_type: 'individual',
    business_profile: account.businessProfile,
    capabilities: { transfers: isPayable ? 'active' : 'inactive' },
    charges_enabled: isPayable,
    controller: { is_controller: true, type: 'application' },
    country,
    created,
    default_currency: 'usd',
    details_submitted: detailsSubmitted,
    email,
    external_accounts: { object: 'list', data: bank ? [showBank(id, bank)] : [], has_more: false },
    ...(!account.isHandedOver && { individual: showPerson(person) }),
    metadata,
    payouts_enabled: isPayable,
    requirements: requirementsOf(account),
  };
}

function showBank(account: string, { last4, routing }: { last4: string; routing: string }) {
  return {
    id: `ba_${account.slice('acct_'.length)}`,
    object: 'bank_account',
    account,
    country: 'US',
    currency: 'usd',
    last4,
    routing_number: routing,
  };
}

function showPerson({ document, ...person }: Person) {
  return {
    object: 'person',
    ...person,
    verification: { status: 'unverified', document: { front: document ?? null, back: null } },
  };
}

function requirementsOf(account: ConnectedAccount) {
  const due = requirementsDue(account);
  const isPending = account.disabledReason === 'requirements.pending_verification';
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: account.detailsSubmitted ? account.disabledReason : 'requirements.past_due',
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: isPending ? ['individual.verification.document'] : [],
  };
}

/** Missing details of the person, by Stripe's names. */
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
