import { getConfiguration } from 'shared-runtime/configuration';
import { retryWhenOnline } from 'shared-runtime/connection';
import type { ReleaseName } from 'shared-types/page/script-loading';
import { developmentVersion } from 'shared-types/releases/release-addresses';
import { announceNewVersion } from '../new-version/new-version.ts';
import { failuresOf, nameOf, standInFor } from './release-health.ts';
import type { Release } from './release-map.ts';
import { toScriptUrl } from './script-url-policy.ts';

/** How long a release may be silent, where the site's configuration says nothing else. */
const usualSilenceMs = 2500;
/** It is counted in parts, because a page that is busy hears nothing: that takes one part, however long. */
const parts = 10;
/** Then the release that would take its place is fetched beside it. */
const standInAfter = 4;
/** Then it gives way to that, if that has arrived: a line that is merely slow brings neither. */
const givesWayAfter = 5;

/** Of that time: what a script that was fetched may take to be run. */
const runsWithin = 6;

const pauseMs = 300;

/** How many pieces of a release have arrived so far, by its name. */
const pieces = new Map<string, number>();
/** Entries that were fetched beside another release, or are being fetched, by their address. */
const fetchedBeside = new Map<string, Promise<void>>();

/**
 * Loads and runs a script of a release. It is given up when nothing of that release arrives for some
 * time, and tried once more after a failure: unless that was silence, and another release is there to
 * take its place. An attempt that fails for want of a connection is made again when the browser is back
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
  const standIn = standInFor(release);
  let isFirst = failuresOf(release) === 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryWhenOnline(async () => {
        // Another address for another attempt: the browser holds on to what failed, for a year.
        const address = isFirst ? url : `${url}?attempt=${Date.now().toString(36)}`;
        isFirst = false;
        await (fetchedBeside.get(address) ?? fetchScript(address, release, standIn));
        await runScript(address, integrity);
      }, isAnswered);
    } catch (error) {
      if (isAnswered(error) && release.app === 'shell') announceNewVersion();
      const isSilent = error instanceof Silent;
      if (attempt === 2 || isAnswered(error) || (isSilent && standIn)) throw error;
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

async function fetchScript(url: string, release: ReleaseName, standIn?: Release): Promise<void> {
  const abort = new AbortController();
  const name = nameOf(release);
  const heard = () => pieces.get(name) ?? 0;
  const hear = () => void pieces.set(name, heard() + 1);

  let known = heard();
  let silentParts = 0;
  let isStandInThere = false;
  const watch = setInterval(() => {
    silentParts = heard() === known ? silentParts + 1 : 0;
    known = heard();
    if (silentParts === standInAfter && standIn) {
      fetchBeside(standIn).then(
        () => {
          isStandInThere = true;
        },
        () => undefined,
      );
    }
    if (silentParts >= (isStandInThere ? givesWayAfter : parts)) {
      abort.abort(new Silent(`${url} has been silent for too long`));
    }
  }, silenceMs() / parts);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (response.status === 404 || response.status === 410)
      throw new ScriptMissing(`${url} is gone`);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('javascript')) throw new Error(`${url} is of type ${type}`);
    hear();
    await response.body?.pipeTo(new WritableStream({ write: hear }));
  } finally {
    clearInterval(watch);
  }
}

function fetchBeside(release: Release): Promise<void> {
  const { url } = release;
  const known = fetchedBeside.get(url);
  if (known) return known;
  const fetching = fetchScript(url, release);
  fetchedBeside.set(url, fetching);
  fetching.catch(() => fetchedBeside.delete(url));
  return fetching;
}

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
