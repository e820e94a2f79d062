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
  /** Tells one state of the map file from another. */
  #signature = '';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  #lastProblem = '';

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
      if (signature === this.#signature) return;
      this.#published = await readPublished(this.#folder);
      this.#log.info({ releases: versions(this.#published) }, 'releases changed');
      const { problems } = this.#published;
      if (problems.length > 0) throw new Error(problems.join(' '));
      // Kept only when all is well: otherwise the next check reads again, since a release that the
      // map names may still be on its way.
      this.#signature = signature;
      this.#lastProblem = '';
    } catch (error) {
      this.#report(error);
    }
  }

  /** Logs a problem once, not four times a second. */
  #report(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    this.#log.error({ problem }, 'not all that is published can be used');
  }
}

function versions({ releases }: Published): Record<string, string> {
  return Object.fromEntries([...releases].map(([app, release]) => [app, release.version]));
}
