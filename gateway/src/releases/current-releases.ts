import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { firstReleaseMapFile, releaseMapFile } from 'shared-types/releases/release-addresses';
import { parseReleaseMap, type ReleaseMap } from 'shared-types/releases/release-map';
import { largest } from 'shared-types/releases/release-sizes';
import { KeptMap } from './kept-map.ts';
import { type Published, readPublished } from './published.ts';
import { readStored } from './read-stored.ts';
import type { VerifiedFiles } from './verified-files.ts';

/** Maximum age of the last check of the map. */
const checkMs = 250;

/** After this time without a check, a request waits for the next check; others get the last result. */
const quietMs = 500;

/**
 * The current releases. It checks the release map on request, at most four times a second: unlike file
 * watchers, that also works on network and container mounts. Under load no request waits for the check.
 */
export class CurrentReleases {
  readonly #files: VerifiedFiles;
  readonly #kept: KeptMap;
  readonly #log: FastifyBaseLogger;
  #published: Published | null = null;
  /** Inode, time and size of the map that `#published` was read from. */
  #signature = '';
  /** Start and end of the last check. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  /** The current problem on disk; empty when there is none. */
  #problem = '';

  /** @param stateFolder folder that keeps the newest map across restarts */
  constructor(
    { files, stateFolder }: { files: VerifiedFiles; stateFolder: string | undefined },
    log: FastifyBaseLogger,
  ) {
    this.#files = files;
    this.#kept = new KeptMap(stateFolder, log);
    this.#log = log;
  }

  /**
   * Returns the current releases; null before the first publish. While the map cannot be used, it
   * returns the last good state: if the map is broken, older than the last one, different in the same
   * generation, or has no shell that can be served.
   */
  async current(): Promise<Published | null> {
    const ageMs = performance.now() - this.#checkedAt;
    const checking = this.#checkIfDue();
    if (ageMs > quietMs || !this.#published) await checking;
    return this.#published;
  }

  /**
   * Whether this release is or was in a map that was served. For an unknown release the map is checked
   * again, because another gateway may already have sent pages with it.
   */
  async hasNamed(app: string, version: string): Promise<boolean> {
    const askedAt = performance.now();
    await this.current();
    while (!this.#kept.hasNamed(app, version) && this.#lookedAt < askedAt) {
      await wait(Math.max(1, this.#checkedAt + checkMs - performance.now()));
      await this.#checkIfDue();
    }
    return this.#kept.hasNamed(app, version);
  }

  #checkIfDue(): Promise<void> | null {
    const now = performance.now();
    if (now - this.#checkedAt > checkMs) {
      this.#checking ??= this.#check().finally(() => {
        this.#lookedAt = now;
        this.#checkedAt = performance.now();
        this.#checking = null;
      });
    }
    return this.#checking;
  }

  async #check(): Promise<void> {
    await this.#kept.write();
    try {
      const name = await findMap(this.#files.folder);
      const file = join(this.#files.folder, name);
      const { ino, mtimeMs, size } = await stat(file);
      const signature = `${ino} ${mtimeMs} ${size}`;
      if (signature === this.#signature && !this.#problem) return;
      // Read again after a problem, because a release in the map may not have arrived in the store yet.
      const text = await readStored(this.#files.folder, name, largest.map);
      const map = parseReleaseMap(String(text), file);
      await this.#kept.requireNewer(map);
      const published = await this.#read(map);
      const problem = published.problems.join(' ');
      if (signature === this.#signature && problem === this.#problem) return;
      // Kept before it is served, so that no older map is accepted afterwards.
      await this.#kept.keep(map);
      this.#published = published;
      this.#signature = signature;
      this.#log.info({ releases: versions(published) }, 'releases changed');
      this.#report(problem);
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
      const kept = this.#published ? null : await this.#kept.read();
      if (kept) this.#published = await this.#read(kept).catch(() => null);
    }
  }

  #read(map: ReleaseMap): Promise<Published> {
    return readPublished(this.#files, map);
  }

  /** Logs a problem once. */
  #report(problem: string): void {
    if (problem && problem !== this.#problem) {
      this.#log.error({ problem }, 'not all that is published can be used');
    }
    this.#problem = problem;
  }
}

/** Returns the name of the map's file, which is another one in stores in the old format. */
async function findMap(folder: string): Promise<string> {
  const isThere = (name: string) =>
    access(join(folder, name)).then(
      () => true,
      () => false,
    );
  const isOld = !(await isThere(releaseMapFile)) && (await isThere(firstReleaseMapFile));
  return isOld ? firstReleaseMapFile : releaseMapFile;
}

function versions({ releases }: Published): Record<string, string> {
  return Object.fromEntries([...releases].map(([app, release]) => [app, release.version]));
}
