import { hasFailedBefore, isFallback } from './releases.ts';
import { toScriptUrl } from './script-url-policy.ts';

/**
 * Waits in milliseconds: the first attempt may take longer to answer than those after it. Current
 * release and fallback together are given up after 6.8 s, so that nobody waits longer than 8.
 */
const attemptsAtCurrent = [
  { pause: 0, answerWithin: 2500 },
  { pause: 200, answerWithin: 800 },
  { pause: 300, answerWithin: 800 },
];
const attemptsAtFallback = [
  { pause: 0, answerWithin: 1200 },
  { pause: 200, answerWithin: 800 },
];
const completeWithin = 15_000;

/**
 * Loads and runs a script of a release, with a deadline for the answer to begin, one for it to be
 * complete, and retries.
 *
 * It is fetched first and run second: only a fetch can be aborted, and tells an error page from a
 * script. The second request is answered by the browser's cache.
 *
 * @throws when every attempt has failed
 */
export async function loadScript(url: string): Promise<void> {
  const attempts = isFallback(url) ? attemptsAtFallback : attemptsAtCurrent;
  let failure: unknown;
  for (const [index, attempt] of attempts.entries()) {
    await new Promise((resolve) => setTimeout(resolve, attempt.pause));
    const isFirst = index === 0 && !hasFailedBefore(url);
    // Another address for another attempt: the browser holds on to what failed, for a year.
    const address = isFirst ? url : `${url}?attempt=${Date.now().toString(36)}`;
    try {
      await fetchScript(address, attempt.answerWithin);
      await runScript(address);
      return;
    } catch (error) {
      failure = error;
      if (error instanceof ScriptMissing) break;
    }
  }
  throw failure;
}

/** The server says that there is no such file. Asking again would not help. */
class ScriptMissing extends Error {}

const tookTooLong = (url: string, milliseconds: number) =>
  new Error(`${url} took over ${milliseconds} ms`);

async function fetchScript(url: string, answerWithin: number): Promise<void> {
  const abort = new AbortController();
  const giveUpAfter = (milliseconds: number) =>
    setTimeout(() => abort.abort(tookTooLong(url, milliseconds)), milliseconds);

  let deadline = giveUpAfter(answerWithin);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (response.status === 404 || response.status === 410)
      throw new ScriptMissing(`${url} is gone`);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('javascript')) throw new Error(`${url} is of type ${type}`);
    clearTimeout(deadline);
    deadline = giveUpAfter(completeWithin);
    await response.arrayBuffer();
  } finally {
    clearTimeout(deadline);
  }
}

function runScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A browser whose cache is off asks the server once more, which may hang by now.
    setTimeout(() => reject(tookTooLong(url, completeWithin)), completeWithin);
    const script = document.createElement('script');
    script.src = toScriptUrl(url);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} could not be run`));
    document.head.append(script);
    script.remove();
  });
}
