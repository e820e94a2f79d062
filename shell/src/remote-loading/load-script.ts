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
 * A pause in milliseconds, unless the server was waited for already, and the share of the deadline
 * for an answer that this attempt gets: the first has more than those after it. When neither current
 * release nor fallback answers, both are given up after 5.4 s, so that nobody waits longer than 8.
 */
const attemptsAtCurrent = [
  { pause: 0, share: 1 },
  { pause: 200, share: 0.25 },
  { pause: 300, share: 0.25 },
];
const attemptsAtFallback = [
  { pause: 0, share: 0.4 },
  { pause: 200, share: 0.25 },
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
    if (!(failure instanceof TookTooLong)) await pause(attempt.pause);
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
  constructor(url: string, milliseconds: number) {
    super(`${url} took over ${milliseconds} ms`);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function fetchScript(url: string, deadlines: typeof usualDeadlines): Promise<void> {
  const abort = new AbortController();
  const giveUpAfter = (milliseconds: number) =>
    setTimeout(() => abort.abort(new TookTooLong(url, milliseconds)), milliseconds);

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

function runScript(url: string, completeWithin: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A browser whose cache is off asks the server once more, which may hang by now.
    setTimeout(() => reject(new TookTooLong(url, completeWithin)), completeWithin);
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
