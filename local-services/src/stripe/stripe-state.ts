import { jsonFile } from '../json-file.ts';
import type { ConnectedAccount } from './connected-account.ts';

/** A link of one use to a hosted page. */
export interface HostedLink {
  accountId: string;
  /** Seconds since 1970. */
  expiresAt: number;
  isUsed: boolean;
  /** Where people go when they are done, or the link is used up; empty without onboarding. */
  returnUrl: string;
  refreshUrl: string;
}

/** An uploaded file, whose content is not kept; there is no address at which it could be fetched. */
export interface UploadedFile {
  id: string;
  size: number;
  type: string;
  url: null;
}

export interface KeptAnswer {
  /** Fingerprint of the request. */
  request: string;
  status: number;
  body: string;
  /** Seconds since 1970. */
  created: number;
}

export interface PendingEvent {
  id: string;
  payload: string;
}

interface Content {
  accounts: Record<string, ConnectedAccount>;
  files: Record<string, UploadedFile>;
  links: Record<string, HostedLink>;
  /** Visits that began with a link. */
  sessions: Record<string, HostedLink>;
  answers: Record<string, KeptAnswer>;
  events: PendingEvent[];
}

const nothing = { accounts: {}, files: {}, links: {}, sessions: {}, answers: {}, events: [] };

export type StripeState = ReturnType<typeof openState>;

export function openState(path: string) {
  const file = jsonFile<Content>(path);
  const content: Content = file.read() ?? structuredClone(nothing);
  const { links, sessions, answers } = content;
  return {
    content,
    /** Saves changes. Call it before answering. */
    save: () => file.save(content),
    /** Removes links, visits and answers a day after they are of no more use. */
    forgetOld(now: number): void {
      const yesterday = now - 24 * 60 * 60;
      for (const [token, { expiresAt }] of Object.entries({ ...links, ...sessions })) {
        if (expiresAt > yesterday) continue;
        delete links[token];
        delete sessions[token];
      }
      for (const [key, { created }] of Object.entries(answers)) {
        if (created < yesterday) delete answers[key];
      }
    },
  };
}
