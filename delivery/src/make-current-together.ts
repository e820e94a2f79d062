import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { releaseMapFile } from 'shared-types/releases/release-addresses';
import { currentVersion } from 'shared-types/releases/release-map';
import { writeAtomically } from './atomic-write.ts';
import { type Change, candidateReader, makeCurrent } from './make-current.ts';
import { readStored } from './read-stored.ts';
import { RefusedError } from './refused-error.ts';
import { readReleaseMap } from './release-map.ts';

const retryMs = 250;

/**
 * Makes releases current, like `makeCurrent`. Releases that are refused wait for those of other
 * publishers, and become current together with them. So separate processes can publish apps that are
 * compatible only with each other's new releases.
 *
 * @param timeoutMs how long they wait, in milliseconds
 * @throws {RefusedError} when they are still refused at the timeout
 */
export async function makeCurrentTogether(change: Change, timeoutMs: number): Promise<void> {
  const { releases, versions } = change;
  const deadline = Date.now() + timeoutMs;
  // One for all attempts, so that no release is hashed again.
  const readCandidate = candidateReader(change);
  const attempt = (together: Record<string, string>) =>
    refusalOf(makeCurrent({ ...change, versions: together }, readCandidate));
  let tried = JSON.stringify(versions);
  let refusal = await attempt(versions);
  if (!refusal) return;
  try {
    await announce(change, deadline);
    while (Date.now() < deadline) {
      await wait(retryMs);
      const map = await readReleaseMap(releases);
      // Another publisher made them current together with its own.
      if (Object.entries(versions).every(([app, version]) => currentVersion(map, app) === version))
        return;
      const together = { ...(await waitingVersions(releases)), ...versions };
      const trying = JSON.stringify([map.generation, Object.entries(together).sort()]);
      if (trying === tried) continue;
      tried = trying;
      refusal = await attempt(together);
      if (!refusal) return;
    }
  } finally {
    for (const app of Object.keys(versions)) await rm(announcement(releases, app), { force: true });
  }
  throw refusal;
}

async function refusalOf(attempt: Promise<unknown>): Promise<RefusedError | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

const announcements = join(dirname(releaseMapFile), 'waiting');

const announcement = (releases: string, app: string) => join(releases, announcements, app);

async function announce({ releases, versions }: Change, until: number): Promise<void> {
  await mkdir(join(releases, announcements), { recursive: true });
  for (const [app, version] of Object.entries(versions)) {
    await writeAtomically(announcement(releases, app), JSON.stringify({ version, until }));
  }
}

/** Maximum size of the file that announces a version, in bytes. */
const largestAnnouncement = 1024;

/**
 * Returns the versions that publishers are waiting to make current, by app. The announcement of a
 * killed publisher expires at its timeout; an invalid announcement is ignored.
 */
async function waitingVersions(releases: string): Promise<Record<string, string>> {
  const versions: Record<string, string> = {};
  for (const app of await readdir(join(releases, announcements))) {
    if (app.startsWith('.')) continue;
    const version = await announcedVersion(releases, app).catch(() => undefined);
    if (version !== undefined) versions[app] = version;
  }
  return versions;
}

async function announcedVersion(releases: string, app: string): Promise<string | undefined> {
  const text = await readStored(releases, join(announcements, app), largestAnnouncement);
  const { version, until }: Record<string, unknown> = JSON.parse(String(text));
  const isWaiting = typeof version === 'string' && typeof until === 'number' && until > Date.now();
  return isWaiting ? version : undefined;
}
