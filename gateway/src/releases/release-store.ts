import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Published, readPublished } from './published.ts';

/** How old the answer to "did the map change?" may be. */
const checkMilliseconds = 250;

/**
 * What is published now. It looks at the release map again at most four times a second, and only
 * when somebody asks: unlike file watchers that works on every kind of folder, network and
 * container mounts included.
 */
export class ReleaseStore {
  readonly #folder: string;
  readonly #log: FastifyBaseLogger;
  #published: Published | null = null;
  /** State of the map file that `#published` was read from. */
  #signature = '';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  /** What is wrong with what is on disk; empty when all is well. */
  #problem = '';

  constructor(folder: string, log: FastifyBaseLogger) {
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * The releases that are current now. While the map on disk is broken, or names a release that is
   * not there, the last good state; null when there was none yet.
   */
  async current(): Promise<Published | null> {
    if (performance.now() - this.#checkedAt > checkMilliseconds) {
      this.#checking ??= this.#check().finally(() => {
        this.#checkedAt = performance.now();
        this.#checking = null;
      });
    }
    await this.#checking;
    return this.#published;
  }

  async #check(): Promise<void> {
    try {
      const { ino, mtimeMs, size } = await stat(join(this.#folder, 'release-map.json'));
      const signature = `${ino} ${mtimeMs} ${size}`;
      if (signature === this.#signature && !this.#problem) return;
      // As long as something is wrong it is read again, since a release that the map names may still
      // be on its way.
      const published = await readPublished(this.#folder);
      const problem = published.problems.join(' ');
      if (signature === this.#signature && problem === this.#problem) return;
      this.#published = published;
      this.#signature = signature;
      this.#log.info({ releases: versions(published) }, 'releases changed');
      this.#report(problem);
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
    }
  }

  /** Logs a problem once, not four times a second. */
  #report(problem: string): void {
    if (problem && problem !== this.#problem) {
      this.#log.error({ problem }, 'not all that is published can be used');
    }
    this.#problem = problem;
  }
}

function versions({ releases }: Published): Record<string, string> {
  return Object.fromEntries([...releases].map(([app, release]) => [app, release.version]));
}
