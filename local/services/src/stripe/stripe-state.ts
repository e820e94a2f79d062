import { jsonFile } from '../json-file.ts';
import type { ConnectedAccount } from './connected-account.ts';

/** A link to a hosted page that works once. */
export interface HostedLink {
  accountId: string;
  /** Seconds since 1970. */
  expiresAt: number;
  isUsed: boolean;
  /** For people who have finished, or whose link is used up; both are empty without onboarding. */
  returnUrl: string;
  refreshUrl: string;
}

/** An uploaded file. Its content is not stored, so it has no address. */
export interface StripeFile {
  id: string;
  size: number;
  type: string;
  url: null;
}

interface Content {
  accounts: Record<string, ConnectedAccount>;
  files: Record<string, StripeFile>;
  links: Record<string, HostedLink>;
  /** Visits that a link started. */
  sessions: Record<string, HostedLink>;
  /** Responses by idempotency key, each with the fingerprint of its request. */
  answers: Record<string, { request: string; status: number; body: string; expiresAt: number }>;
  /** Events that the webhook has not accepted yet. */
  events: { id: string; payload: string }[];
}

const nothing = { accounts: {}, files: {}, links: {}, sessions: {}, answers: {}, events: [] };

export type StripeState = ReturnType<typeof openState>;

/** Drops links, visits and responses that expired more than a day before `now`. */
export function openState(path: string, now: number) {
  const file = jsonFile<Content>(path);
  const content: Content = file.read() ?? structuredClone(nothing);
  const { links, sessions, answers } = content;
  const yesterday = now - 24 * 60 * 60;
  for (const all of [links, sessions, answers])
    for (const [key, { expiresAt }] of Object.entries(all))
      if (expiresAt < yesterday) delete all[key];
  /** Call it before sending the response. */
  const save = () => file.save(content);
  return { content, save };
}
