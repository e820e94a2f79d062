import { JsonFile } from '../json-file.ts';
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

export class StripeState {
  readonly content: Content;
  readonly #file: JsonFile<Content>;

  constructor(file: string) {
    this.#file = new JsonFile(file);
    this.content = this.#file.read() ?? structuredClone(nothing);
  }

  /** Saves changes. Call it before answering. */
  save(): void {
    this.#file.save(this.content);
  }

  /** Removes links, visits and answers a day after they are of no more use. */
  forgetOld(now: number): void {
    const { links, sessions, answers } = this.content;
    const yesterday = now - 24 * 60 * 60;
    for (const [token, { expiresAt }] of Object.entries({ ...links, ...sessions })) {
      if (expiresAt > yesterday) continue;
      delete links[token];
      delete sessions[token];
    }
    for (const [key, { created }] of Object.entries(answers)) {
      if (created < yesterday) delete answers[key];
    }
  }
}
