import { getConfiguration } from 'shared-runtime/configuration';
import { retryWhenOnline } from 'shared-runtime/connection';
import type { ReleaseName } from 'shared-types/page/script-loading';
import { developmentVersion } from 'shared-types/releases/release-addresses';
import { earlyFetch, fallbackFor, type Release, recordOf } from './release-records.ts';
import { entryRequested, pieceArrived, shellDeleted } from './release-transitions.ts';
import { toScriptUrl } from './script-url-policy.ts';

/** How long a release may be silent, where the site's configuration says nothing else. */
const usualSilenceMs = 2500;
/** It is counted in parts, because a page that is busy hears nothing: that takes one part, however long. */
const parts = 10;
/** After so many parts the entry of the fallback is fetched too. */
const fallbackAfter = 4;
/** After so many the fallback takes over, if its entry has arrived. On a slow line neither arrives. */
const givesWayAfter = 5;

/** In the same parts: how long a script that was fetched may take to be run. */
const runsWithin = 6;

const pauseMs = 300;

/**
 * Loads and runs a script of a release. It is given up when nothing of that release arrives for some
 * time, and tried once more after a failure: unless that was silence, and there is a fallback.
 * An attempt that fails for want of a connection is made again when the browser is back
 * online.
 *
 * It is fetched first and run second: only a fetch can be aborted, shows what arrives, and tells an
 * error page from a script. The second request is answered by the browser's cache. Only the second is
 * told the hash: a fetch with one shows nothing until all has arrived.
 *
 * @param integrity as for the attribute of that name; none while the app is developed
 * @throws when it was given up, and when a release has no hash for it
 */
export async function loadScript(
  url: string,
  release: ReleaseName,
  integrity?: string,
): Promise<void> {
  if (!integrity && release.version !== developmentVersion) throw new Error(`${url} has no hash`);
  const fallback = fallbackFor(release);
  let isFirst = recordOf(release).failures === 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryWhenOnline(async () => {
        // Another address for another attempt: the browser holds on to what failed, for a year.
        const address = isFirst ? url : `${url}?attempt=${Date.now().toString(36)}`;
        isFirst = false;
        await (earlyFetch(release, address) ?? fetchScript(address, release, fallback));
        await runScript(address, integrity);
      }, isAnswered);
    } catch (error) {
      if (isAnswered(error) && release.app === 'shell') shellDeleted(release);
      const isSilent = error instanceof Silent;
      if (attempt === 2 || isAnswered(error) || (isSilent && fallback)) throw error;
      if (!isSilent) await pause();
    }
  }
}

/** The server says that there is no such file. Asking again would not help. */
class ScriptMissing extends Error {}

const isAnswered = (error: unknown) => error instanceof ScriptMissing;

class Silent extends Error {}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

const silenceMs = () => getConfiguration().scriptSilenceMs ?? usualSilenceMs;

async function fetchScript(url: string, release: ReleaseName, fallback?: Release): Promise<void> {
  const abort = new AbortController();
  const watch = watchSilence(release, fallback, () =>
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
 * Calls `giveUp` when no piece of any file of the release has arrived for too long.
 *
 * @returns the interval, to be cleared
 */
function watchSilence(release: ReleaseName, fallback: Release | undefined, giveUp: () => void) {
  const record = recordOf(release);
  let { pieces } = record;
  let silentParts = 0;
  return setInterval(() => {
    silentParts = record.pieces === pieces ? silentParts + 1 : 0;
    pieces = record.pieces;
    if (silentParts === fallbackAfter && fallback) fetchEarly(fallback);
    if (silentParts >= (fallback && hasArrived(fallback) ? givesWayAfter : parts)) giveUp();
  }, silenceMs() / parts);
}

function fetchEarly(release: Release): void {
  if (recordOf(release).state.name === 'known') {
    entryRequested(release, fetchScript(release.url, release));
  }
}

const hasArrived = (release: Release) =>
  ['fetched', 'in-use'].includes(recordOf(release).state.name);

function runScript(url: string, integrity = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    // A browser whose cache is off asks the server once more, which may hang by now.
    setTimeout(() => reject(new Silent(`${url} was not run in time`)), silenceMs() * runsWithin);
    const script = document.createElement('script');
    script.src = toScriptUrl(url);
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
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
