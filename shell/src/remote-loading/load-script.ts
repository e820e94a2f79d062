import { getConfiguration } from '@kargo/shared-runtime/configuration';
import { retryWhenOnline } from '@kargo/shared-runtime/connection';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import { report } from '../reports/report.ts';
import {
  entryRequested,
  pieceArrived,
  releaseFailed,
  shellDeleted,
} from './release-transitions.ts';
import { toScriptUrl } from './script-url-policy.ts';
import { earlyFetch, fallbacksFor, hasArrived, trackedRelease } from './tracked-releases.ts';

/** How long a release may be silent, unless the site configures another time. */
const defaultSilenceMs = 2500;
/** Silence is counted in ticks of a timer: a busy page misses ticks, so it counts once. */
const silentTicks = 10;
/** Silent ticks after which the entry scripts of the fallbacks are fetched too. */
const fetchFallbacksAfter = 4;
/** Silent ticks after which a fallback is used if its entry has arrived, so not on a slow line. */
const useFallbackAfter = 5;

/** How many times the silence a fetched script may take to run. */
const runsWithin = 6;

const retryAfterMs = 300;

/**
 * Loads and runs a script of a release, or applies its styles. Times out when nothing of that
 * release arrives for some time. A failure is retried once, except a timeout if there is a
 * fallback. A request without a response while the browser is offline does not count as an attempt:
 * it is repeated, and again once the browser is online.
 *
 * The script is fetched first and run second: only a fetch can be aborted, shows progress, and can
 * tell an error page from a script. The second request is served from the browser's cache. Only the
 * second carries the hash: a fetch with `integrity` shows no progress.
 *
 * @param integrity the `integrity` attribute; undefined for an app on a development server
 * @throws when it fails or times out, and when the release has no hash for it
 */
export async function loadScript(url: string, release: ReleaseName, integrity?: string) {
  loading += 1;
  await fetchAndRun(url, release, integrity).finally(() => {
    loading -= 1;
  });
}

let loading = 0;

/** Waits for a release's promise while scripts are loading or other files keep arriving. */
export async function inTime<T>(promise: Promise<T>, { app, version }: ReleaseName): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  // Without more room, browsers list only the first 250 files of a page.
  performance.setResourceTimingBufferSize(performance.getEntriesByType('resource').length + 250);
  const late = new Promise<never>((_resolve, reject) => {
    let [silent, known] = [0, 0];
    timer = setInterval(() => {
      const { length } = performance.getEntriesByType('resource');
      silent = loading > 0 || length > known ? 0 : silent + 1;
      known = length;
      if (silent === silentTicks) reject(new Silent(`${app} ${version} is silent for too long`));
    }, silenceMs() / silentTicks);
  });
  return Promise.race([promise, late]).finally(() => clearInterval(timer));
}

async function fetchAndRun(url: string, release: ReleaseName, integrity?: string) {
  if (!integrity && release.version !== developmentVersion) throw new Error(`${url} has no hash`);
  const fallbacks = fallbacksFor(release);
  let isFirst = trackedRelease(release).failures === 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      let address = url;
      await retryWhenOnline(async () => {
        // Each attempt has its own URL: the browser may cache a failed response for a year.
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

/** Without a response browsers reject with a `TypeError`. */
const hasResponse = (error: unknown) => !(error instanceof TypeError || error instanceof Silent);

const silenceMs = () => getConfiguration().scriptSilenceMs ?? defaultSilenceMs;

async function fetchScript(url: string, release: ReleaseName, fallbacks: PageRelease[] = []) {
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
    if (!type.includes(isStyles(url) ? 'css' : 'javascript'))
      throw new Error(`${url} is of type ${type}`);
    pieceArrived(release);
    await response.body?.pipeTo(new WritableStream({ write: () => pieceArrived(release) }));
  } finally {
    clearInterval(watch);
  }
}

/**
 * Calls `onTimeout` when no piece of any of the release's files has arrived for too long.
 *
 * @returns the interval, to be cleared
 */
function watchSilence(
  release: ReleaseName,
  fallbacks: readonly PageRelease[],
  onTimeout: () => void,
) {
  const tracked = trackedRelease(release);
  let { pieces } = tracked;
  let silent = 0;
  return setInterval(() => {
    silent = tracked.pieces === pieces ? silent + 1 : 0;
    pieces = tracked.pieces;
    if (silent === fetchFallbacksAfter) for (const it of fallbacks) fetchEntryEarly(it);
    const arrived = fallbacks.findIndex(hasArrived);
    if (silent < (arrived >= 0 ? useFallbackAfter : silentTicks)) return;
    // Earlier fallbacks are silent too, so mark them failed.
    fallbacks.slice(0, Math.max(0, arrived)).forEach(releaseFailed);
    onTimeout();
  }, silenceMs() / silentTicks);
}

/**
 * Fetches the entry script of a release that is not used yet. It does not run until `loadScript` is
 * called.
 *
 * @param fallbacks their entry scripts are fetched too while this one is silent
 */
export function fetchEntryEarly(release: PageRelease, fallbacks?: PageRelease[]): void {
  if (trackedRelease(release).state.name === 'known') {
    entryRequested(release, fetchScript(release.url, release, fallbacks));
  }
}

function runScript(url: string, integrity = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    // With its cache off the browser requests the script again, and this time the server may hang.
    setTimeout(() => reject(new Silent(`${url} was not run in time`)), silenceMs() * runsWithin);
    const element = isStyles(url) ? linkTo(url) : scriptAt(url);
    element.integrity = integrity;
    element.crossOrigin = 'anonymous';
    // Not removed earlier: WebKit may fire no event for a script that has left the document.
    element.onload = () => {
      if (!isStyles(url)) element.remove();
      resolve();
    };
    element.onerror = () => {
      element.remove();
      // As without a response: the browser refused it, or it is not the published script.
      reject(new TypeError(`${url} could not be run`));
    };
    document.head.append(element);
  });
}

const isStyles = (url: string) => url.split('?', 1)[0]?.endsWith('.css');

const scriptAt = (url: string) =>
  Object.assign(document.createElement('script'), { src: toScriptUrl(url) });

const linkTo = (href: string) =>
  Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
