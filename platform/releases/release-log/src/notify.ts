import { setTimeout as wait } from 'node:timers/promises';

/** What `KARGO_NOTIFY_URL` is told of a change of what is served. */
export interface Notice {
  /** A plain sentence, which chats show. */
  text: string;
  app: string;
  /** The version of the canary or else the current one; null if the app was removed. */
  version: string | null;
  what: string;
  by: string;
  /** As ISO 8601. */
  at: string;
}

const tries = 3;
const pauseMs = 100;

/**
 * Sends a notice as JSON, with three tries. The address often contains a token, so nothing that is thrown inside is
 * passed on.
 *
 * @param url if undefined, nothing is sent
 * @param milliseconds timeout of all tries together
 * @returns whether it was accepted, or nobody wants it
 */
export async function notify(
  url: string | undefined,
  notice: Notice,
  milliseconds: number,
): Promise<boolean> {
  if (!url) return true;
  const signal = AbortSignal.timeout(milliseconds);
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
    // A POST that is led elsewhere arrives as a GET.
    redirect: 'error' as const,
    signal,
  };
  for (let left = tries; left > 0 && !signal.aborted; left -= 1) {
    const response = await fetch(url, request).catch(() => undefined);
    await response?.body?.cancel().catch(() => undefined);
    if (response?.ok) return true;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
