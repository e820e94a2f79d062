import { getConfiguration } from '@kargo/shared-runtime/configuration';
import { retryWhenOnline } from '@kargo/shared-runtime/connection';
import type { ReleaseName } from '@kargo/shared-types/page/script-loading';
import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import { report } from '../reports/report.ts';
import { earlyFetch, fallbacksFor, hasArrived, type Release, recordOf } from './release-records.ts';
import {
  entryRequested,
  pieceArrived,
  releaseFailed,
  shellDeleted,
} from './release-transitions.ts';
import { toScriptUrl } from './script-url-policy.ts';

/** How long a release may send nothing, unless the site's configuration sets another time. */
const defaultSilenceMs = 2500;
/** The silence is counted in ticks of a timer: while the page is busy no tick fires, so it counts once. */
const silentTicks = 10;
/** Silent ticks after which the entry scripts of the fallbacks are fetched too. */
const fetchFallbacksAfter = 4;
/** Silent ticks after which a fallback is used, if its entry has arrived. On a slow line it has not. */
const useFallbackAfter = 5;

/** Ticks that a fetched script may take to run. */
const runsWithin = 6;

const retryAfterMs = 300;

/**
 * Loads and runs a script of a release. It times out when nothing of that release arrives for some
 * time. A failure is retried once, except a timeout where there is a fallback. A request that gets no response
 * while the browser is offline is no attempt: it is repeated, and when the browser is online again.
 *
 * The script is fetched first and run second: only a fetch can be aborted, shows progress, and can tell
 * an error page from a script. The second request is served from the browser's cache. Only the second
 * carries the hash: a fetch with `integrity` shows no progress.
 *
 * @param integrity the `integrity` attribute; undefined for an app on a development server
 * @throws when it fails or times out, and when the release has no hash for it
 */
export async function loadScript(url: string, release: ReleaseName, integrity?: string) {
  if (!integrity && release.version !== developmentVersion) throw new Error(`${url} has no hash`);
  const fallbacks = fallbacksFor(release);
  let isFirst = recordOf(release).failures === 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      let address = url;
      await retryWhenOnline(async () => {
        // Another URL for another attempt: the browser may cache the failed response for a year.
        if (!isFirst) address = `${url}?attempt=${Date.now().toString(36)}`;
        isFirst = false;
        await (earlyFetch(release, address) ?? fetchScript(address, release, fallbacks));
      }, hasResponse);
      await runScript(address, integrity);
      return;
    } catch (error) {
      const isMissing = error instanceof ScriptMissing;
      if (isMissing && release.app === 'shell') shellDeleted(release);
      const isSilent = error instanceof Silent;
      if (attempt === 2 || isMissing || (isSilent && fallbacks.length > 0)) {
        report((it) => it.scriptFailed(release, url, error));
        throw error;
      }
      if (!isSilent) await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  }
}

/** The server has no such file, so a retry would not help. */
class ScriptMissing extends Error {}

class Silent extends Error {}

/** Browsers reject with a `TypeError` without a response. */
const hasResponse = (error: unknown) => !(error instanceof TypeError || error instanceof Silent);

const silenceMs = () => getConfiguration().scriptSilenceMs ?? defaultSilenceMs;

async function fetchScript(url: string, release: ReleaseName, fallbacks: Release[] = []) {
  const abort = new AbortController();
  const watch = watchSilence(release, fallbacks, () =>
    abort.abort(new Silent(`${url} has been silent for too long`)),
  );
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (response.status === 404 || response.status === 410)
      throw new ScriptMissing(`${url} is gone`);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('javascript')) throw new Error(`${url} is of type ${type}`);
    pieceArrived(release);
    await response.body?.pipeTo(new WritableStream({ write: () => pieceArrived(release) }));
  } finally {
    clearInterval(watch);
  }
}

/**
 * Calls `onTimeout` when no piece of any file of the release has arrived for too long.
 *
 * @returns the interval, to be cleared
 */
function watchSilence(release: ReleaseName, fallbacks: readonly Release[], onTimeout: () => void) {
  const record = recordOf(release);
  let { pieces } = record;
  let silent = 0;
  return setInterval(() => {
    silent = record.pieces === pieces ? silent + 1 : 0;
    pieces = record.pieces;
    if (silent === fetchFallbacksAfter) for (const it of fallbacks) fetchEntryEarly(it);
    const arrived = fallbacks.findIndex(hasArrived);
    if (silent < (arrived >= 0 ? useFallbackAfter : silentTicks)) return;
    // Those before it are silent too.
    fallbacks.slice(0, Math.max(0, arrived)).forEach(releaseFailed);
    onTimeout();
  }, silenceMs() / silentTicks);
}

/**
 * Fetches the entry script of a release that is not used yet. It does not run until `loadScript` is called.
 *
 * @param fallbacks whose entry scripts are fetched too while it is silent
 */
export function fetchEntryEarly(release: Release, fallbacks?: Release[]): void {
  if (recordOf(release).state.name === 'known') {
    entryRequested(release, fetchScript(release.url, release, fallbacks));
  }
}

function runScript(url: string, integrity = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    // With its cache off the browser requests the script again, and the server may hang now.
    setTimeout(() => reject(new Silent(`${url} was not run in time`)), silenceMs() * runsWithin);
    const script = document.createElement('script');
    script.src = toScriptUrl(url);
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    // Not removed earlier: WebKit may fire no event for a script that is out of the document.
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      // As where there is no response: the browser refused it, or it is not the one that was published.
      reject(new TypeError(`${url} could not be run`));
    };
    document.head.append(script);
  });
}
