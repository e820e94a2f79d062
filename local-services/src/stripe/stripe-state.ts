import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ConnectedAccount } from './connected-account.ts';

/** A link of one use to a hosted page. */
export interface HostedLink {
  accountId: string;
  /** Seconds since 1970. */
  expiresAt: number;
  isUsed: boolean;
  /** Only for onboarding: where people are sent when they are done, and when the link is of no use. */
  returnUrl?: string;
  refreshUrl?: string;
}

/** A visit that began with a link. */
export interface HostedSession {
  accountId: string;
  expiresAt: number;
  returnUrl?: string;
  refreshUrl?: string;
}

/** What is known of an uploaded file; the file itself is not kept. */
export interface UploadedFile {
  id: string;
  created: number;
  purpose: string;
  size: number;
  type: string;
}

/** The answer to a request that carried an idempotency key. */
export interface KeptAnswer {
  /** Fingerprint of the request. */
  request: string;
  status: number;
  body: string;
  /** Seconds since 1970. */
  created: number;
}

/** An event that the webhook has not taken yet. */
export interface PendingEvent {
  id: string;
  payload: string;
  attempts: number;
}

interface Content {
  accounts: Record<string, ConnectedAccount>;
  files: Record<string, UploadedFile>;
  links: Record<string, HostedLink>;
  sessions: Record<string, HostedSession>;
  answers: Record<string, KeptAnswer>;
  events: PendingEvent[];
}

/** Everything this Stripe knows, as a file that only its owner may read. */
export class StripeState {
  readonly content: Content;
  readonly #file: string;
  #saved = '';

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.content = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { accounts: {}, files: {}, links: {}, sessions: {}, answers: {}, events: [] };
  }

  /** Saves what has changed, atomically. To be called before anybody is told of a change. */
  save(): void {
    const text = JSON.stringify(this.content, null, 2);
    if (text === this.#saved) return;
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, this.#file);
    this.#saved = text;
  }

  /** Forgets links, visits and answers that have come to their end. */
  forgetOld(now: number): void {
    const { links, sessions, answers } = this.content;
    const day = 24 * 60 * 60;
    for (const [token, link] of Object.entries(links)) {
      if (link.expiresAt < now - day) delete links[token];
    }
    for (const [token, session] of Object.entries(sessions)) {
      if (session.expiresAt < now) delete sessions[token];
    }
    for (const [key, answer] of Object.entries(answers)) {
      if (answer.created < now - day) delete answers[key];
    }
  }
}
