import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from 'shared-types/parse-json';
import { Release, ReleaseMap, type ReleaseMapEntry } from 'shared-types/release';
import { releaseMapKey, releasePath } from 'shared-types/release-addresses';
import { exists } from './exists.ts';
import { requiringRoom } from './no-room.ts';
import { withReleaseMapLock } from './release-map-lock.ts';

/** The release map of a releases folder, empty before the first release. */
export async function readReleaseMap(releases: string): Promise<ReleaseMap> {
  const file = mapFile(releases);
  if (!(await exists(file))) return { microFrontends: {} };
  return parseJson(ReleaseMap, await readFile(file, 'utf8'), file);
}

/** Makes a new release current. The one it replaces becomes the fallback. */
export async function makeCurrent(releases: string, release: Release): Promise<void> {
  await updateEntry(releases, release, (previous) => previous?.url);
}

/**
 * Makes a published release current, usually to go back to it. The release that is left may be
 * broken, so it does not become the fallback.
 *
 * @throws when there is no such release
 */
export async function activate({
  releases,
  app,
  version,
}: {
  releases: string;
  app: string;
  version: string;
}): Promise<void> {
  const release = await readRelease(join(releases, app, version));
  await updateEntry(releases, release, (previous) => previous?.fallbackUrl);
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

async function updateEntry(
  releases: string,
  release: Release,
  chooseFallback: (previous: ReleaseMapEntry | undefined) => string | undefined,
): Promise<void> {
  const key = releaseMapKey(release.app);
  const url = releasePath(release.app, release.version) + release.entry;
  const update = async () => {
    const map = await readReleaseMap(releases);
    const previous = map.microFrontends[key]?.[0];
    // Published again: the fallback stays.
    const fallbackUrl = previous?.url === url ? previous.fallbackUrl : chooseFallback(previous);
    const entry: ReleaseMapEntry = { url, metadata: { version: release.version } };
    if (fallbackUrl && fallbackUrl !== url && (await isPublished(releases, fallbackUrl))) {
      entry.fallbackUrl = fallbackUrl;
    }
    map.microFrontends[key] = [entry];
    await writeMap(releases, map);
  };
  await requiringRoom(releases, mapBytes, () => withReleaseMapLock(releases, update));
}

/** Room for a new map beside the old one, and for the lock. */
const mapBytes = 16 * 1024;

const mapFile = (releases: string) => join(releases, 'release-map.json');

/** Whether the file at an address of the map exists: `/releases/…` is the releases folder. */
function isPublished(releases: string, url: string): Promise<boolean> {
  return exists(join(releases, url.replace(/^\/releases\//, '')));
}

/** Replaces the map atomically, durable in a power failure. Needs the lock. */
async function writeMap(releases: string, map: ReleaseMap): Promise<void> {
  // The dot keeps the gateway from serving it if it is left behind.
  const temporary = join(releases, '.release-map.tmp');
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(`${JSON.stringify(map, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(temporary, mapFile(releases));
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
}
