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

/** Longest age of the last check of the map. */
const checkMs = 250;

/** Who comes after a quieter time than this waits for the check; the others get what was read last. */
const quietMs = 500;

/**
 * What is published now. It checks the release map on request, at most four times a second: unlike
 * file watchers, that works on network and container mounts too. Under load nobody waits for it.
 */
export class CurrentReleases {
  readonly #files: VerifiedFiles;
  readonly #kept: KeptMap;
  readonly #log: FastifyBaseLogger;
  #published: Published | null = null;
  /** Inode, time and size of the map that `#published` was read from. */
  #signature = '';
  /** When the last check began, and when it ended. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  /** The current problem on disk; empty when there is none. */
  #problem = '';

  /** @param stateFolder where the newest map is kept beyond a restart */
  constructor(
    { files, stateFolder }: { files: VerifiedFiles; stateFolder: string | undefined },
    log: FastifyBaseLogger,
  ) {
    this.#files = files;
    this.#kept = new KeptMap(stateFolder, log);
    this.#log = log;
  }

  /**
   * The current releases. While the map is broken, older than one before it, another of the same
   * generation, or names no shell that can be served, the last good state; null before the first.
   */
  async current(): Promise<Published | null> {
    const ageMs = performance.now() - this.#checkedAt;
    const checking = this.#checkIfDue();
    if (ageMs > quietMs || !this.#published) await checking;
    return this.#published;
  }

  /**
   * Whether a map that was served names this release. Of one that is unknown, a gateway beside this one
   * may have told already: the map is looked at again.
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
      // With a problem it is read again: a release that the map names may still be on its way.
      const text = await readStored(this.#files.folder, name, largest.map);
      const map = parseReleaseMap(String(text), file);
      await this.#kept.requireNewer(map);
      const published = await this.#read(map);
      const problem = published.problems.join(' ');
      if (signature === this.#signature && problem === this.#problem) return;
      // Before it is served, so that nothing older is accepted after it was.
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

/** The map's file in the store, which is elsewhere where nobody has published for long. */
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
