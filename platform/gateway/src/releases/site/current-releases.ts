import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { idOf, type LogState } from '@kargo/release-log/log/read-log';
import { LRUCache } from 'lru-cache';
import type { VerifiedFiles } from '../files/verified-files.ts';
import { EndedCanaries, type Gateway } from '../log/ended-canaries.ts';
import { FollowedLog } from '../log/followed-log.ts';
import type { Pins } from './pins.ts';
import { nothingPublished, type Published, readPublished } from './published.ts';

/** Age of a check of the log after which a request starts the next one. */
const checkMs = 250;

/** Age of a check after which requests wait for the next one. Until then they get its result. */
const quietMs = 500;

/** Maximum number of combinations of pinned releases in the cache. */
const mostPinned = 32;

/** How long a combination that could not be read completely is cached. */
const againMs = 1000;

/** How long requests wait for a check, such as that of a slow bucket, from its start. */
const longestMs = 1000;

/**
 * The current releases. Requests cause checks of the log, at most four a second. Unlike file
 * watchers, that works on network and container mounts. Under load, no request waits for a check.
 */
export class CurrentReleases {
  readonly #files: VerifiedFiles;
  readonly #followed: FollowedLog;
  readonly ended: EndedCanaries;
  readonly #log: Gateway['log'];
  #published: Published | null = null;
  /** The result until the log is first read, with the reason why it could not be read. */
  #none = nothingPublished;
  /** When the last check began, and when the last completed one ended. */
  #beganAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  /** The store's current problem, empty if there is none, and when it may be read again. */
  #problem = '';
  #againAt = 0;
  /** By site and `keyOf`: the site with some releases in place of the current ones. */
  readonly #pinned = new WeakMap<Published, LRUCache<string, Published, Pins>>();

  constructor(files: VerifiedFiles, on: Gateway) {
    this.#files = files;
    this.#followed = new FollowedLog(on.store, on.env, on.log);
    this.ended = new EndedCanaries(on);
    this.#log = on.log;
  }

  /**
   * Returns the current releases. While the log cannot be read, or has no shell that can be served,
   * returns the last good ones or, if there were none, an empty site with the reason.
   */
  async current(): Promise<Published> {
    const ageMs = performance.now() - this.#checkedAt;
    const checking = this.#checkIfDue();
    const restMs = this.#beganAt + longestMs - performance.now();
    if (!this.#published) await checking;
    else if (ageMs > quietMs && restMs > 0)
      await Promise.race([checking, wait(restMs, null, { ref: false })]);
    return this.#published ?? this.#none;
  }

  /** Returns the site with these releases in place of the current ones. Caches the latest sites. */
  async with(pins: Pins, published: Published): Promise<Published> {
    if (pins.size === 0) return published;
    const known =
      this.#pinned.get(published) ??
      new LRUCache<string, Published, Pins>({
        max: mostPinned,
        allowStale: true,
        noDeleteOnFetchRejection: true,
        ignoreFetchAbort: true,
        fetchMethod: async (_key, before, { context, options }) => {
          const read = await readPublished(this.#files, published.state, context, published);
          if (read.problems.length > 0) options.ttl = againMs;
          // This object is the key under which the pages of the site are cached.
          return before && isDeepStrictEqual(before.problems, read.problems) ? before : read;
        },
      });
    this.#pinned.set(published, known);
    return known.forceFetch(keyOf(pins), { context: pins });
  }

  /**
   * Whether this release is or was in the log. Checks the log again for an unknown release, because
   * another gateway may already have sent pages with it.
   */
  async hasNamed(app: string, version: string): Promise<boolean> {
    const askedAt = performance.now();
    await this.current();
    const isOlder = () => this.#checking !== null || this.#beganAt < askedAt;
    while (!this.#followed.hasNamed(app, version) && isOlder()) {
      await wait(Math.max(1, this.#checkedAt + checkMs - performance.now()));
      await this.#checkIfDue();
    }
    return this.#followed.hadNamed(app, version);
  }

  #checkIfDue(): Promise<void> | null {
    const now = performance.now();
    if (now - this.#checkedAt > checkMs && !this.#checking) {
      this.#beganAt = now;
      this.#checking = this.#check().finally(() => {
        this.#checkedAt = performance.now();
        this.#checking = null;
      });
    }
    return this.#checking;
  }

  async #check(): Promise<void> {
    try {
      const read = await this.#followed.read();
      const state = await this.ended.without(read, this.#followed.readAt);
      const isRead = this.#published !== null && idOf(state) === idOf(this.#published.state);
      // After a problem it is read again, a quarter of the time: a release may not be stored yet.
      const isDue = this.#problem && this.#beganAt >= this.#againAt;
      if (!isRead || isDue) await this.#publish(state, isRead);
      const readRelease = this.#files.release.bind(this.#files);
      if (this.#published) await this.ended.endUnfit(this.#published, readRelease);
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
    }
  }

  async #publish(state: LogState, isRead: boolean): Promise<void> {
    const published = await readPublished(this.#files, state);
    const problem = published.problems.join(' ');
    this.#againAt = performance.now() + 3 * (performance.now() - this.#beganAt);
    if (isRead && problem === this.#problem) return;
    this.#published = published;
    const releases = [...published.releases].map(([app, { version }]) => [app, version]);
    this.#log.info({ releases: Object.fromEntries(releases) }, 'releases changed');
    this.#report(problem);
  }

  /** Logs a problem once. */
  #report(problem: string): void {
    if (problem && problem !== this.#problem) {
      this.#log.error({ problem }, 'some published releases cannot be used');
      this.#none = { ...nothingPublished, problems: [problem] };
    }
    this.#problem = problem;
  }
}

const keyOf = (pins: Pins) =>
  [...pins]
    .map(([app, { version, hash }]) => `${app}/${version} ${hash}`)
    .sort()
    .join(' ');
