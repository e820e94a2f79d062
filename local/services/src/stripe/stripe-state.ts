import { jsonFile } from '../json-file.ts';
import type { ConnectedAccount } from './connected-account.ts';

/** A link to a hosted page that works once. */
export interface HostedLink {
  accountId: string;
  /** Seconds since 1970. */
  expiresAt: number;
  isUsed: boolean;
  /** Address for people who have finished, or whose link is used up; empty without onboarding. */
  returnUrl: string;
  refreshUrl: string;
}

/** An uploaded file. Its content is not stored, so there is no address to fetch it from. */
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
  /** Visits that were started by a link. */
  sessions: Record<string, HostedLink>;
  /** Responses by idempotency key, each with the fingerprint of its request. */
  answers: Record<string, { request: string; status: number; body: string; expiresAt: number }>;
  /** Those that the webhook has not accepted. */
  events: { id: string; payload: string }[];
}

const nothing = { accounts: {}, files: {}, links: {}, sessions: {}, answers: {}, events: [] };

export type StripeState = ReturnType<typeof openState>;

/** Opens a state without links, visits and responses that expired more than a day before `now`. */
export function openState(path: string, now: number) {
  const file = jsonFile<Content>(path);
  const content: Content = file.read() ?? structuredClone(nothing);
  const { links, sessions, answers } = content;
  const yesterday = now - 24 * 60 * 60;
  for (const all of [links, sessions, answers])
    for (const [key, { expiresAt }] of Object.entries(all))
      if (expiresAt < yesterday) delete all[key];
  /** Saves changes. Call it before sending the response. */
  const save = () => file.save(content);
  return { content, save };
}
