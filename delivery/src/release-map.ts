import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from 'shared-types/parse-json';
import { candidatesIn, Release, ReleaseMap, type ReleaseMapEntry } from 'shared-types/release';
import { releaseMapKey, releasePath } from 'shared-types/release-addresses';
import { exists } from './exists.ts';
import { requiringRoom } from './no-room.ts';
import { type Pair, prerender } from './prerender.ts';
import { withReleaseMapLock } from './release-map-lock.ts';
import { writeWhole } from './write-whole.ts';

/** The release map of a releases folder, empty before the first release. */
export async function readReleaseMap(releases: string): Promise<ReleaseMap> {
  const file = mapFile(releases);
  if (!(await exists(file))) return { microFrontends: {} };
  return parseJson(ReleaseMap, await readFile(file, 'utf8'), file);
}

/**
 * Makes a new release current, once the pages that it is part of are rendered. The one it replaces
 * becomes the fallback.
 *
 * @throws when a page does not render; the map stays as it is then
 */
export async function makeCurrent(releases: string, release: Release): Promise<void> {
  await updateEntry(releases, release, {
    render: (pairs) => prerender(releases, pairs),
    chooseFallback: (previous) => previous?.url,
  });
}

/**
 * Makes a published release current, usually to go back to it. The release that is left may be
 * broken, so it does not become the fallback.
 *
 * @param isWayOut whether it becomes current even if a page does not render: nothing may be in the
 *   way of who goes back, and the browser draws what is missing
 * @throws when there is no such release, or a page does not render
 */
export async function activate({
  releases,
  app,
  version,
  isWayOut = false,
}: {
  releases: string;
  app: string;
  version: string;
  isWayOut?: boolean;
}): Promise<void> {
  const release = await readRelease(join(releases, app, version));
  await updateEntry(releases, release, {
    render: async (pairs) => {
      const rendered = prerender(releases, pairs);
      await (isWayOut ? rendered.catch((error) => process.emitWarning(error)) : rendered);
    },
    chooseFallback: (previous) => previous?.fallbackUrl,
  });
}

/**
 * The `release.json` of a build or of a published release.
 *
 * @throws when there is none, or it does not say what a release has to say
 */
export async function readRelease(folder: string): Promise<Release> {
  const file = join(folder, 'release.json');
  return parseJson(Release, await readFile(file, 'utf8'), file);
}

interface Update {
  /** Renders what a release will be shown with. */
  render(pairs: Pair[]): Promise<void>;
  chooseFallback(previous: ReleaseMapEntry | undefined): string | undefined;
}

async function updateEntry(
  releases: string,
  release: Release,
  { render, chooseFallback }: Update,
): Promise<void> {
  const key = releaseMapKey(release.app);
  const url = releasePath(release.app, release.version) + release.entry;
  /** Does nothing when something else than these pairs would be shown by now. */
  const update = async (rendered: Pair[]) => {
    const map = await readReleaseMap(releases);
    if (!isDeepStrictEqual(pairsOf(map, release), rendered)) return false;
    const previous = map.microFrontends[key]?.[0];
    // Published again: the fallback stays.
    const fallbackUrl = previous?.url === url ? previous.fallbackUrl : chooseFallback(previous);
    const entry: ReleaseMapEntry = { url, metadata: { version: release.version } };
    if (fallbackUrl && fallbackUrl !== url && (await isPublished(releases, fallbackUrl))) {
      entry.fallbackUrl = fallbackUrl;
    }
    map.microFrontends[key] = [entry];
    await writeMap(releases, map);
    return true;
  };
  // Rendering takes too long for the lock, so another publish may come in between.
  for (let isDone = false; !isDone; ) {
    const pairs = pairsOf(await readReleaseMap(releases), release);
    await render(pairs);
    isDone = await requiringRoom(releases, mapBytes, () =>
      withReleaseMapLock(releases, () => update(pairs)),
    );
  }
}

/** Which shell is shown with which remotes once this release is current. */
function pairsOf(map: ReleaseMap, { app, version }: Release): Pair[] {
  const current = candidatesIn(map);
  const versions = { ...current, [app]: [{ version }] };
  const shell = versions.shell?.[0]?.version;
  if (!shell) return [];
  const remotes = app === 'shell' ? Object.keys(current).filter((it) => it !== 'shell') : [app];
  return remotes.flatMap((remote) =>
    (versions[remote] ?? []).slice(0, 1).map(({ version }) => ({ shell, remote, version })),
  );
}

/** Room for a new map beside the old one, and for the lock. */
const mapBytes = 16 * 1024;

const mapFile = (releases: string) => join(releases, 'release-map.json');

/** Whether the file at an address of the map exists: `/releases/…` is the releases folder. */
function isPublished(releases: string, url: string): Promise<boolean> {
  return exists(join(releases, url.replace(/^\/releases\//, '')));
}

/** Replaces the map. Needs the lock. */
function writeMap(releases: string, map: ReleaseMap): Promise<void> {
  return writeWhole(mapFile(releases), `${JSON.stringify(map, null, 2)}\n`);
}
