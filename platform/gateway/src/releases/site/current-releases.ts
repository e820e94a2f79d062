import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { idOf, type LogState } from '@kargo/release-log/log/read-log';
import { LRUCache } from 'lru-cache';
import type { VerifiedFiles } from '../files/verified-files.ts';
import { EndedCanaries, type Gateway } from '../log/ended-canaries.ts';
import { FollowedLog } from '../log/followed-log.ts';
import type { Pins } from './pins.ts';
import { nothingPublished, type Published, readPublished } from './published.ts';

/** Maximum age of the last check of the log. */
const checkMs = 250;

/** After this time without a check, a request waits for the next check; others get the last result. */
const quietMs = 500;

/** Maximum number of cached combinations of pinned releases. */
const mostPinned = 32;

/** A combination of which something could not be read is read again after this time. */
const againMs = 1000;

/** Maximum age of a check, such as of a slow bucket, that a request waits for. */
const longestMs = 1000;

/**
 * The current releases. Checks the log on request, at most four times a second: unlike file watchers, this
 * also works on network and container mounts. Under load no request waits for the check.
 */
export class CurrentReleases {
  readonly #files: VerifiedFiles;
  readonly #followed: FollowedLog;
  readonly ended: EndedCanaries;
  readonly #log: Gateway['log'];
  #published: Published | null = null;
  /** Returned until the log could be read for the first time, with the reason why it could not. */
  #none = nothingPublished;
  #beganAt = Number.NEGATIVE_INFINITY;
  /** Start and end of the last completed check. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  /** The current problem on disk; empty if there is none. */
  #problem = '';
  /** Sites with some releases in place of the current ones, by their `keyOf`. */
  readonly #pinned = new WeakMap<Published, LRUCache<string, Published, Pins>>();

  constructor(files: VerifiedFiles, on: Gateway) {
    this.#files = files;
    this.#followed = new FollowedLog(on.store, on.env, on.log);
    this.ended = new EndedCanaries(on);
    this.#log = on.log;
  }

  /**
   * Returns the current releases. While the log cannot be read, or has no servable shell, returns the last
   * good ones; before the first it says why there are none.
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

  /** Returns the releases with some of them in place of the current ones; remembers the latest requested. */
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
          // The pages of a site are cached by this object.
          return before && isDeepStrictEqual(before.problems, read.problems) ? before : read;
        },
      });
    this.#pinned.set(published, known);
    return known.forceFetch(keyOf(pins), { context: pins });
  }

  /**
   * Whether this release is or was in the log. For an unknown release the log is checked again, because another
   * gateway may already have sent pages with it.
   */
  async hasNamed(app: string, version: string): Promise<boolean> {
    const askedAt = performance.now();
    await this.current();
    while (!this.#followed.hasNamed(app, version) && this.#lookedAt < askedAt) {
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
        this.#lookedAt = now;
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
      // Read again after a problem, because a release in the log may not have reached the store yet.
      if (!isRead || this.#problem) await this.#publish(state, isRead);
      const readRelease = this.#files.release.bind(this.#files);
      if (this.#published) await this.ended.endUnfit(this.#published, readRelease);
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
    }
  }

  async #publish(state: LogState, isRead: boolean): Promise<void> {
    const published = await readPublished(this.#files, state);
    const problem = published.problems.join(' ');
    if (isRead && problem === this.#problem) return;
    this.#published = published;
    const releases = [...published.releases].map(([app, { version }]) => [app, version]);
    this.#log.info({ releases: Object.fromEntries(releases) }, 'releases changed');
    this.#report(problem);
  }

  /** Logs a problem once. */
  #report(problem: string): void {
    if (problem && problem !== this.#problem) {
      this.#log.error({ problem }, 'not all that is published can be used');
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
