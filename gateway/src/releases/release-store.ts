import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { firstReleaseMapFile, releaseMapFile } from 'shared-types/release-addresses';
import { parseReleaseMap, type ReleaseMap } from 'shared-types/release-map';
import { KeptMap } from './kept-map.ts';
import { type Published, readPublished } from './published.ts';
import type { SealedFiles } from './sealed-files.ts';

/** Longest age of the last check of the map. */
const checkMs = 250;

/** Who comes after a quieter time than this waits for the check; the others get what was read last. */
const quietMs = 500;

/**
 * What is published now. It checks the release map on request, at most four times a second: unlike
 * file watchers, that works on network and container mounts too. Under load nobody waits for it.
 */
export class ReleaseStore {
  readonly #files: SealedFiles;
  readonly #kept: KeptMap;
  readonly #log: FastifyBaseLogger;
  #published: Published | null = null;
  /** Inode, time and size of the map that `#published` was read from. */
  #signature = '';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  /** The current problem on disk; empty when there is none. */
  #problem = '';

  /** @param stateFolder where the newest map is kept beyond a restart */
  constructor(
    { files, stateFolder }: { files: SealedFiles; stateFolder: string | undefined },
    log: FastifyBaseLogger,
  ) {
    this.#files = files;
    this.#kept = new KeptMap(stateFolder);
    this.#log = log;
  }

  /**
   * The current releases. While the map is broken, older than one before it, or names no shell that can
   * be served, the last good state; null before the first.
   */
  async current(): Promise<Published | null> {
    const ageMs = performance.now() - this.#checkedAt;
    if (ageMs > checkMs) {
      this.#checking ??= this.#check().finally(() => {
        this.#checkedAt = performance.now();
        this.#checking = null;
      });
    }
    if (ageMs > quietMs || !this.#published) await this.#checking;
    return this.#published;
  }

  async #check(): Promise<void> {
    try {
      const file = await findMap(this.#files.folder);
      const { ino, mtimeMs, size } = await stat(file);
      const signature = `${ino} ${mtimeMs} ${size}`;
      if (signature === this.#signature && !this.#problem) return;
      // With a problem it is read again: a release that the map names may still be on its way.
      const map = parseReleaseMap(await readFile(file, 'utf8'), file);
      await this.#kept.requireNotOlder(map);
      const published = await this.#read(map);
      const problem = published.problems.join(' ');
      if (signature === this.#signature && problem === this.#problem) return;
      this.#published = published;
      this.#signature = signature;
      this.#log.info({ releases: versions(published) }, 'releases changed');
      this.#report(problem);
      await this.#kept.keep(map).catch((error) => {
        this.#log.error({ err: error }, 'the release map could not be kept');
      });
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
      const kept = this.#published ? null : await this.#kept.read().catch(() => null);
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

/** The map's file, which is elsewhere where nobody has published for long. */
async function findMap(folder: string): Promise<string> {
  const file = join(folder, releaseMapFile);
  const first = join(folder, firstReleaseMapFile);
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  return !(await isThere(file)) && (await isThere(first)) ? first : file;
}

function versions({ releases }: Published): Record<string, string> {
  return Object.fromEntries([...releases].map(([app, release]) => [app, release.version]));
}
