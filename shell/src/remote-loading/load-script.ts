import { getConfiguration } from 'shared-runtime/configuration';
import { retryWhenOnline } from 'shared-runtime/connection';
import type { ReleaseName } from 'shared-types/script-loading';
import { announceNewVersion } from '../new-version/new-version.ts';
import { failuresOf } from './release-health.ts';
import { isFallback } from './release-map.ts';
import { toScriptUrl } from './script-url-policy.ts';

/** In milliseconds, where the site's configuration says nothing else. */
const usualDeadlines = { answer: 2500, complete: 15_000 };

/**
 * A pause before the attempt, unless the server was waited for already, and the share of the deadline
 * for an answer that it gets: the first gets more than those after it. When neither current release
 * nor fallback answers, both are given up after 5.4 s, so that nobody waits longer than 8.
 */
const attemptsAtCurrent = [
  { pauseMs: 0, share: 1 },
  { pauseMs: 200, share: 0.25 },
  { pauseMs: 300, share: 0.25 },
];
const attemptsAtFallback = [
  { pauseMs: 0, share: 0.4 },
  { pauseMs: 200, share: 0.25 },
];

/**
 * Loads and runs a script of a release, with a deadline for the answer to begin, one for it to be
 * complete, and retries. An attempt that fails for want of a connection is made again when the browser
 * is back online.
 *
 * It is fetched first and run second: only a fetch can be aborted, and tells an error page from a
 * script. The second request is answered by the browser's cache.
 *
 * @throws when every attempt has failed
 */
export async function loadScript(url: string, release: ReleaseName): Promise<void> {
  const attempts = isFallback(release) ? attemptsAtFallback : attemptsAtCurrent;
  const deadlines = { ...usualDeadlines, ...getConfiguration().scriptDeadlines };
  let failure: unknown;
  let isFirst = failuresOf(release) === 0;
  for (const attempt of attempts) {
    if (!(failure instanceof TookTooLong)) await pause(attempt.pauseMs);
    const answer = deadlines.answer * attempt.share;
    try {
      await retryWhenOnline(async () => {
        // Another address for another attempt: the browser holds on to what failed, for a year.
        const address = isFirst ? url : `${url}?attempt=${Date.now().toString(36)}`;
        isFirst = false;
        await fetchScript(address, { ...deadlines, answer });
        await runScript(address, deadlines.complete);
      }, isAnswered);
      return;
    } catch (error) {
      failure = error;
      if (!(error instanceof ScriptMissing)) continue;
      if (release.app === 'shell') announceNewVersion();
      break;
    }
  }
  throw failure;
}

/** The server says that there is no such file. Asking again would not help. */
class ScriptMissing extends Error {}

const isAnswered = (error: unknown) => error instanceof ScriptMissing;

class TookTooLong extends Error {
  constructor(url: string, ms: number) {
    super(`${url} took over ${ms} ms`);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function fetchScript(url: string, deadlines: typeof usualDeadlines): Promise<void> {
  const abort = new AbortController();
  const giveUpAfter = (ms: number) => setTimeout(() => abort.abort(new TookTooLong(url, ms)), ms);

  let deadline = giveUpAfter(deadlines.answer);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (response.status === 404 || response.status === 410)
      throw new ScriptMissing(`${url} is gone`);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('javascript')) throw new Error(`${url} is of type ${type}`);
    clearTimeout(deadline);
    deadline = giveUpAfter(deadlines.complete);
    await response.arrayBuffer();
  } finally {
    clearTimeout(deadline);
  }
}

function runScript(url: string, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A browser whose cache is off asks the server once more, which may hang by now.
    setTimeout(() => reject(new TookTooLong(url, withinMs)), withinMs);
    const script = document.createElement('script');
    script.src = toScriptUrl(url);
    // Removed no sooner: WebKit may never tell how a script ended that is out of the document.
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${url} could not be run`));
    };
    document.head.append(script);
  });
}
