import { setTimeout as wait } from 'node:timers/promises';
import type { LogChange } from './log/log-history.ts';
import { jsonOfLines } from './plain-text.ts';

/** A change to the site, as sent to `KARGO_NOTIFY_URL`. */
export interface Notice extends Pick<LogChange, 'app' | 'what' | 'by' | 'at'> {
  /** A plain sentence, which chats show. */
  text: string;
  /** The canary's version, else the current one; null if the app was removed. */
  version: string | null;
}

const tries = 3;
const pauseMs = 100;

/**
 * Sends a notice as JSON. Swallows errors, since the address often contains a token.
 *
 * @param url if undefined, nothing is sent
 * @param milliseconds timeout of all tries together
 * @returns whether it was accepted, or there was nobody to notify
 */
export async function notify(url: string | undefined, notice: Notice, milliseconds: number) {
  if (!url) return true;
  const signal = AbortSignal.timeout(milliseconds);
  const headers = { 'content-type': 'application/json' };
  // A redirected POST may arrive as a GET.
  const request = { method: 'POST', headers, signal, redirect: 'error' } as const;
  for (let left = tries; left > 0 && !signal.aborted; left -= 1) {
    const sent = fetch(url, { ...request, body: jsonOfLines(notice) });
    const response = await sent.catch(() => undefined);
    await response?.body?.cancel().catch(() => undefined);
    if (response?.ok) return true;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
