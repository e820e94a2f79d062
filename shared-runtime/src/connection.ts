import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { atom, getDefaultStore, useAtomValue } from 'jotai';

const isOfflineAtom = atom(false);

/** Work that got no response and waits for a connection, with a function that tries it again. */
const waiting = new Map<unknown, () => void>();

/** Called when something gets no response while the browser says that it is offline. */
const lostListeners = new Set<() => void>();

/** Some browsers call a working connection offline: behind a firewall, in a WebView. */
const retryAfterMs = 5000;

/** Whether the browser says that it is offline, and something that was tried got no response. */
export function useIsOffline(): boolean {
  return useAtomValue(isOfflineAtom);
}

/**
 * Runs `work`, whatever the browser says. If it fails and the browser is or went offline, runs it
 * again when the browser is back online, and every few seconds until then (S17).
 *
 * @param hasResponse whether the server answered with this failure, so that retrying is of no use
 * @param signal aborted when the result is no longer needed
 * @throws what `work` throws while there is a connection, or when `signal` is aborted
 */
export async function retryWhenOnline<T>(
  work: () => Promise<T>,
  hasResponse: (error: unknown) => boolean = () => false,
  signal?: AbortSignal,
): Promise<T> {
  signal?.addEventListener('abort', () => waiting.get(work)?.(), { once: true });
  try {
    for (;;) {
      let isLost = !navigator.onLine;
      const lose = () => {
        isLost = true;
      };
      window.addEventListener('offline', lose);
      try {
        return await work();
      } catch (error) {
        if (hasResponse(error) || (navigator.onLine && !isLost)) throw error;
        if (!navigator.onLine && !signal?.aborted) await untilRetry(work);
        if (signal?.aborted) throw error;
      } finally {
        window.removeEventListener('offline', lose);
      }
    }
  } finally {
    waiting.delete(work);
    getDefaultStore().set(isOfflineAtom, waiting.size > 0);
  }
}

async function untilRetry(work: unknown): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.set(work, resolve);
    setTimeout(resolve, retryAfterMs);
    getDefaultStore().set(isOfflineAtom, true);
    for (const listener of lostListeners) listener();
  });
}

function retryAll(): void {
  for (const retry of waiting.values()) retry();
}

// Pages are rendered in Node too.
if (typeof window !== 'undefined') window.addEventListener('online', retryAll);

/** Checks whether the browser really is offline, and if so, until it is back online. */
export function checkConnection(firstAttempt: () => Promise<unknown> = reachSite): void {
  if (waiting.size > 0) return;
  let attempt = firstAttempt;
  const work = () => attempt().finally(() => (attempt = reachSite));
  retryWhenOnline(work).catch(() => undefined);
}

function reachSite(): Promise<unknown> {
  const signal = AbortSignal.timeout(retryAfterMs);
  return fetch(releaseMapPath, { method: 'HEAD', cache: 'no-store', signal });
}

/**
 * Loads code that sends something. Does not wait, since nothing is sent later by itself.
 *
 * @throws a NetworkError instead of waiting
 */
export async function loadNow<T>(load: () => Promise<T>): Promise<T> {
  let lose = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = () => reject(new DOMException('There is no connection', 'NetworkError'));
  });
  lostListeners.add(lose);
  // It may be waiting already.
  retryAll();
  return Promise.race([load(), lost]).finally(() => lostListeners.delete(lose));
}
