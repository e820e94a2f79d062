import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** An uploaded file, whose content is not kept. */
export interface UploadedFile {
  id: string;
  created: number;
  purpose: string;
  size: number;
  type: string;
}

export interface KeptAnswer {
  /** Fingerprint of the request. */
  request: string;
  status: number;
  body: string;
  /** Seconds since 1970. */
  created: number;
}

/** An event that was not delivered yet. */
export interface PendingEvent {
  id: string;
  payload: string;
  attempts: number;
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

/** The state of the stand-in, in a file that only its owner may read. */
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

  /** Saves changes, atomically. Call it before answering. */
  save(): void {
    const text = JSON.stringify(this.content, null, 2);
    if (text === this.#saved) return;
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, this.#file);
    this.#saved = text;
  }

  /** Removes links, visits and answers a day after they are of no more use. */
  forgetOld(now: number): void {
    const { links, sessions, answers } = this.content;
    const day = 24 * 60 * 60;
    for (const open of [links, sessions]) {
      for (const [token, { expiresAt }] of Object.entries(open)) {
        if (expiresAt < now - day) delete open[token];
      }
    }
    for (const [key, answer] of Object.entries(answers)) {
      if (answer.created < now - day) delete answers[key];
    }
  }
}
