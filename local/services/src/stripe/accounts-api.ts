import type { ConnectedAccount, StripePerson } from './connected-account.ts';
import { newId } from './new-id.ts';
import { invalid, StripeError } from './stripe-error.ts';
import type { StripeState } from './stripe-state.ts';

/** The supported parameters of https://docs.stripe.com/api/accounts/create. */
export interface AccountForm {
  type?: string;
  country?: string;
  business_type?: string;
  capabilities?: { transfers?: { requested?: string } };
  email?: string;
  individual?: Omit<StripePerson, 'dob' | 'document'> & {
    dob?: { day?: string; month?: string; year?: string };
    verification?: { document?: { front?: string } };
  };
  metadata?: Record<string, string>;
}

const changeable = ['email', 'individual', 'business_profile', 'metadata', 'expand'];
const creatable = ['type', 'country', 'business_type', 'capabilities', ...changeable];

/** `POST /v1/accounts`, for Express accounts of individuals. */
export function createAccount(state: StripeState, form: AccountForm, now: number) {
  refuseUnknown(form, creatable);
  if (form.type !== 'express') throw invalid('type', 'The stand-in has Express accounts only.');
  if (form.business_type !== 'individual') {
    throw invalid('business_type', 'The stand-in has accounts of individuals only.');
  }
  if (form.capabilities?.transfers?.requested !== 'true') {
    throw invalid('capabilities', 'Request at least the capability transfers.');
  }
  const { country = 'US' } = form;
  if (!/^[A-Z]{2}$/.test(country)) {
    throw invalid('country', `Country '${country}' is unknown.`, 'country_unsupported');
  }
  const account: ConnectedAccount = {
    id: newId('acct'),
    created: now,
    email: null,
    metadata: {},
    person: {},
    isHandedOver: false,
    detailsSubmitted: false,
    bank: null,
    disabledReason: null,
  };
  change(state, account, form);
  state.content.accounts[account.id] = account;
  return account;
}

/** `POST /v1/accounts/:id` */
export function updateAccount(state: StripeState, id: string, form: AccountForm) {
  const account = findAccount(state, id);
  refuseUnknown(form, changeable);
  if (form.individual && account.isHandedOver) {
    throw invalid(
      'individual',
      'The person of an Express account cannot be changed once an account link was made.',
    );
  }
  change(state, account, form);
  return account;
}

/** @throws {StripeError} as Stripe does for accounts that do not exist or are not yours */
export function findAccount(state: StripeState, id = ''): ConnectedAccount {
  const account = state.content.accounts[id];
  if (account) return account;
  throw new StripeError(
    403,
    `The provided key does not have access to account '${id}' (or that account does not exist).`,
    { code: 'account_invalid' },
  );
}

export interface ListQuery {
  limit?: string;
  created?: { gte?: string };
  starting_after?: string;
}

/** `GET /v1/accounts`, newest first. */
export function listAccounts(state: StripeState, query: ListQuery) {
  const { limit = '10', created, starting_after: after } = query;
  const all = Object.values(state.content.accounts)
    .filter((account) => account.created >= Number(created?.gte ?? 0))
    .reverse();
  const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const end = start + Number(limit);
  return { accounts: all.slice(start, end), hasMore: all.length > end };
}

function change(state: StripeState, account: ConnectedAccount, form: AccountForm): void {
  // Read first, so that a refused change leaves the account unchanged.
  const person = readPerson(state, form.individual);
  account.email = form.email ?? account.email;
  Object.assign(account.metadata, form.metadata);
  Object.assign(account.person, person);
}

function readPerson(
  state: StripeState,
  { dob, verification, ...person }: Individual = {},
): StripePerson {
  const document = verification?.document?.front;
  if (person.phone !== undefined) requirePhone(person.phone);
  if (document !== undefined) requireDocument(state, document);
  return { ...person, ...(dob && { dob: readDate(dob) }), ...(document && { document }) };
}

type Individual = NonNullable<AccountForm['individual']>;

function readDate({ day, month, year }: NonNullable<Individual['dob']>) {
  const date = { day: Number(day), month: Number(month), year: Number(year) };
  const isDay = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDate() === date.day;
  if (!isDay) throw invalid('individual[dob][day]', 'Invalid date of birth.');
  return date;
}

/** Accepts every number except the one that tests a refusal. */
function requirePhone(phone: string): void {
  if (/^\+\d{8,15}$/.test(phone) && phone !== '+10000000000') return;
  throw invalid('individual[phone]', `"${phone}" is not a valid phone number`);
}

function requireDocument(state: StripeState, fileId: string): void {
  if (state.content.files[fileId]) return;
  const param = 'individual[verification][document][front]';
  throw invalid(param, `No such file upload: '${fileId}'`, 'resource_missing');
}

function refuseUnknown(form: AccountForm, known: string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name));
  if (unknown) {
    throw invalid(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }
}
