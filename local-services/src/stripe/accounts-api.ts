import type { ConnectedAccount, Person } from './connected-account.ts';
import { type FormValue, textAt, textsAt } from './form-body.ts';
import { newId } from './new-id.ts';
import { invalid, StripeError } from './stripe-error.ts';
import type { StripeState } from './stripe-state.ts';

type Form = { [name: string]: FormValue };

const creatable = ['type', 'country', 'business_type', 'capabilities'];
const changeable = ['email', 'individual', 'business_profile', 'metadata', 'expand'];

/** `POST /v1/accounts`, for Express accounts of individuals. */
export function createAccount(state: StripeState, form: Form, now: number): ConnectedAccount {
  refuseUnknown(form, [...creatable, ...changeable]);
  if (textAt(form, 'type') !== 'express') {
    throw invalid('type', 'This stand-in has Express accounts only.');
  }
  if (textAt(form, 'business_type') !== 'individual') {
    throw invalid('business_type', 'This stand-in has accounts of individuals only.');
  }
  if (textAt(form, 'capabilities', 'transfers', 'requested') !== 'true') {
    throw invalid('capabilities', 'Request at least the capability transfers.');
  }
  const country = textAt(form, 'country') ?? 'US';
  if (!/^[A-Z]{2}$/.test(country)) {
    throw invalid('country', `Country '${country}' is unknown.`, 'country_unsupported');
  }
  const account: ConnectedAccount = {
    id: newId('acct'),
    created: now,
    country,
    email: null,
    businessProfile: {},
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
export function updateAccount(state: StripeState, id: string, form: Form): ConnectedAccount {
  const account = findAccount(state, id);
  refuseUnknown(form, changeable);
  if (form.individual && account.isHandedOver) {
    throw invalid(
      'individual',
      'The person of an Express account cannot be changed once an account link was made.',
    );
  }
  const changed = structuredClone(account);
  change(state, changed, form);
  state.content.accounts[id] = changed;
  return changed;
}

/** @throws {StripeError} as Stripe answers for accounts that are not there or not yours */
export function findAccount(state: StripeState, id: string): ConnectedAccount {
  const account = state.content.accounts[id];
  if (account) return account;
  throw new StripeError(
    403,
    `The provided key does not have access to account '${id}' (or that account does not exist).`,
    { code: 'account_invalid' },
  );
}

/** `GET /v1/accounts`, newest first. */
export function listAccounts(
  state: StripeState,
  query: Form,
): {
  accounts: ConnectedAccount[];
  hasMore: boolean;
} {
  const limit = Number(textAt(query, 'limit') ?? 10);
  const since = Number(textAt(query, 'created', 'gte') ?? 0);
  const after = textAt(query, 'starting_after');
  const all = Object.values(state.content.accounts)
    .filter(({ created }) => created >= since)
    .reverse();
  const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  return { accounts: all.slice(start, start + limit), hasMore: all.length > start + limit };
}

function change(state: StripeState, account: ConnectedAccount, form: Form): void {
  account.email = textAt(form, 'email') ?? account.email;
  Object.assign(account.metadata, textsAt(form, 'metadata'));
  Object.assign(account.businessProfile, textsAt(form, 'business_profile'));
  Object.assign(account.person, readPerson(state, form.individual));
}

function readPerson(state: StripeState, individual: FormValue | undefined): Person {
  if (individual === undefined) return {};
  const { first_name, last_name, email, phone } = textsAt({ individual }, 'individual');
  const document = textAt(individual, 'verification', 'document', 'front');
  const dob = readDateOfBirth(individual);
  if (phone !== undefined) requirePhone(phone);
  if (document !== undefined) requireDocument(state, document);
  return {
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(dob && { dob }),
    ...(document && { document }),
  };
}

function readDateOfBirth(individual: FormValue): Person['dob'] {
  const { day, month, year } = textsAt(individual, 'dob');
  if (!day && !month && !year) return undefined;
  const dob = { day: Number(day), month: Number(month), year: Number(year) };
  const isDay = new Date(Date.UTC(dob.year, dob.month - 1, dob.day)).getUTCDate() === dob.day;
  if (!isDay) throw invalid('individual[dob][day]', 'Invalid date of birth.');
  return dob;
}

/** Any number will do, but for the one that stands for all that Stripe does not take. */
function requirePhone(phone: string): void {
  if (/^\+\d{8,15}$/.test(phone) && phone !== '+10000000000') return;
  throw invalid('individual[phone]', `"${phone}" is not a valid phone number`);
}

function requireDocument(state: StripeState, fileId: string): void {
  const param = 'individual[verification][document][front]';
  const file = state.content.files[fileId];
  if (!file) throw invalid(param, `No such file upload: '${fileId}'`, 'resource_missing');
  if (file.purpose === 'identity_document') return;
  throw invalid(param, 'The file was not uploaded as identity_document.');
}

function refuseUnknown(form: Form, known: string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name));
  if (unknown) {
    throw invalid(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }
}
