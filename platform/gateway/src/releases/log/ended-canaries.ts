import { isDeepStrictEqual } from 'node:util';
import type { Canary, HeldRecord } from '@kargo/release-log/log/app-record';
import { countedAt } from '@kargo/release-log/log/counted';
import {
  type EndedCanary,
  endedPath,
  endedSentence,
  readEndedCanary,
  stepPath,
} from '@kargo/release-log/log/ended-canary';
import type { LogState } from '@kargo/release-log/log/read-log';
import { canariesOf, currentVersion } from '@kargo/release-log/log/served-releases';
import { type Notice, notify } from '@kargo/release-log/notify';
import { lineOf } from '@kargo/release-log/plain-text';
import { problemsOf } from '@kargo/release-log/rules/release-gate';
import { arrivalOf, isAhead, mayAdvance, stepsAhead } from '@kargo/release-log/rules/rollout';
import type { ReadableStore, ReleaseStore } from '@kargo/release-log/stores/release-store';
import type { Releases, StoredRelease } from '@kargo/shared-types/releases/release';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../../env.ts';
import type { GatewayMetrics } from '../../gateway-metrics.ts';
import { isFailing, type Pages } from './is-failing.ts';

/** Minimum time between two readings of a marker, in milliseconds. */
const readMs = 1000;

/** Timeout for notifying `KARGO_NOTIFY_URL`, in milliseconds. */
const notifyMs = 30_000;

interface Watched {
  /** When this gateway last looked for the marker, and last found out whether there is one. */
  readAt: number;
  knownAt: number;
  /** Why it could not be read last; empty if it could. */
  problem: string;
  ended?: EndedCanary;
  /** The store's time at which its rollout was last advanced here. */
  countedAt?: number;
  /** The marker of the last step that people were notified of. */
  step?: string;
  /** The site with which it was last compared. */
  comparedWith?: WeakRef<ServedSite>;
}

/** The site of visitors who get no canary. */
interface ServedSite {
  state: LogState;
  releases: Releases;
}

export interface Gateway {
  store: ReadableStore;
  create: ReleaseStore['create'];
  env: Pick<Env, 'KARGO_NOTIFY_URL' | 'PUBLISHERS' | 'STATE_DIR' | 'RELEASES_AT_LEAST'>;
  log: FastifyBaseLogger;
  metrics: GatewayMetrics;
}

/**
 * Ends failing canaries, knows which have ended, and advances the other rollouts. Nothing else in a
 * gateway writes to the store.
 */
export class EndedCanaries {
  readonly #on: Gateway;
  /** By the path of the marker. */
  readonly #watched = new Map<string, Watched>();
  /** The ended canaries among those in the log. */
  all: readonly EndedCanary[] = [];

  constructor(on: Gateway) {
    this.#on = on;
  }

  /**
   * Returns a state of the log without ended canaries, and with the others as they count now.
   *
   * @param readAt when the state was read, by `performance.now()`
   */
  async without(state: LogState, readAt: number): Promise<LogState> {
    const records = new Map(state.records);
    const all: EndedCanary[] = [];
    for (const [app, canary] of canariesOf(state)) {
      const held = records.get(app);
      if (!held) continue;
      const ended = await this.#look(app, canary);
      if (ended) all.push(ended);
      const without = { ...held, record: { ...held.record, next: undefined } };
      records.set(app, ended ? without : this.#advanced(held, canary, readAt));
    }
    this.all = all;
    return { ...state, records };
  }

  #advanced(held: HeldRecord, canary: Canary, readAt: number): HeldRecord {
    const { store, log } = this.#on;
    const { app } = held.record;
    const watched = this.#watch(app, canary);
    const now = store.now();
    const unread = performance.now() - Math.min(readAt, watched.knownAt);
    if (!mayAdvance(now, Date.now(), unread))
      return watched.countedAt === undefined ? held : countedAt(held, watched.countedAt);
    const isFirst = watched.countedAt === undefined;
    watched.countedAt = Math.max(now, watched.countedAt ?? 0);
    if (isFirst && canary.rollout && isAhead(canary.rollout, watched.countedAt))
      log.error({ app, ...canary.rollout }, 'a rollout is dated ahead, so nobody gets it');
    const counted = countedAt(held, watched.countedAt);
    void this.#tellStep(counted, canary, watched);
    return counted;
  }

  /** Notifies people once a rollout has taken a step, unless another gateway has. */
  async #tellStep({ record }: HeldRecord, canary: Canary, watched: Watched): Promise<void> {
    const { create, env } = this.#on;
    const { version, percent } = canary;
    const { app, current, next } = record;
    const isTaken = next ? next.percent > percent : current?.version === version;
    const path = stepPath(app, canary, `${next?.percent ?? 'current'}`);
    if (!env.KARGO_NOTIFY_URL || !isTaken || watched.step === path) return;
    watched.step = path;
    const ahead = next && stepsAhead(next, Date.now());
    const what = next ? `canary ${version} at ${next.percent} %, ${ahead}` : 'rolled out';
    const text = `${app}: ${what}; ${current?.version} is current.`;
    // If markers cannot be written, every gateway notifies people, as of an end.
    const isFirst = await create(path, Buffer.from(text)).catch(() => true);
    if (isFirst) await this.#notify({ text, app, version, what });
  }

  async #notify(notice: Pick<Notice, 'text' | 'app' | 'version' | 'what'>): Promise<void> {
    const { env, log } = this.#on;
    const signed = { ...notice, at: new Date().toISOString(), by: 'the gateway' };
    if (!(await notify(env.KARGO_NOTIFY_URL, signed, notifyMs)))
      log.error('KARGO_NOTIFY_URL does not accept the notice');
  }

  /** Ends an app's canary if it has this version and fails too often. Never rejects. */
  async endIfFailing(app: string, version: string, state: LogState): Promise<void> {
    const canary = canariesOf(state).get(app);
    if (canary?.version !== version || this.#watch(app, canary).ended) return;
    if (isFailing(...this.#pagesOf(app, version, state))) await this.#end(app, canary, state);
  }

  #pagesOf(app: string, version: string, state: LogState): [canary: Pages, current: Pages] {
    const { counts } = this.#on.metrics;
    const { views, bounded: failures } = counts.of(app, version);
    return [{ views, failures }, counts.of(app, currentVersion(state, app) ?? '')];
  }

  /** Ends rollouts that no longer fit the site. Otherwise they would return at a later step. */
  async endUnfit(
    site: ServedSite,
    read: (app: string, version: string, hash: string) => Promise<StoredRelease>,
  ): Promise<void> {
    const { state, releases } = site;
    const isCurrent = ({ app, version }: StoredRelease) => currentVersion(state, app) === version;
    // A current release that a fallback replaces may come back.
    if (![...releases.values()].every(isCurrent)) return;
    for (const [app, canary] of canariesOf(state)) {
      const watched = this.#watch(app, canary);
      if (!canary.rollout || watched.ended || watched.comparedWith?.deref() === site) continue;
      const release = await read(app, canary.version, canary.hash).catch(() => undefined);
      if (!release) continue;
      watched.comparedWith = new WeakRef(site);
      const [misfit] = problemsOf(release, releases);
      // Notifying people takes a while.
      if (misfit) void this.#end(app, canary, state, lineOf(misfit).slice(0, 500));
    }
  }

  async #end(app: string, canary: Canary, state: LogState, misfit?: string): Promise<void> {
    const { version, percent } = canary;
    const [pages, current] = this.#pagesOf(app, version, state);
    const ended = {
      app,
      version,
      at: new Date().toISOString(),
      percent,
      ...(misfit && { misfit }),
      ...pages,
      currentViews: current.views,
      currentFailures: current.failures,
    };
    this.#watch(app, canary).ended = ended;
    await this.#announce(ended, canary);
  }

  /** Tells the other gateways, by a marker, and people. */
  async #announce(ended: EndedCanary, canary: Canary): Promise<void> {
    const { store, create, log, metrics } = this.#on;
    const { app, version } = ended;
    const path = endedPath(app, canary);
    const first = await create(path, Buffer.from(JSON.stringify(ended)))
      .then(() => readEndedCanary(store, app, canary))
      .catch((error: Error) => error);
    if (first instanceof Error) {
      const { message: problem } = first;
      log.error({ ...ended, problem }, 'a canary has ended at this gateway alone');
    } else {
      this.#watch(app, canary).ended = first ?? ended;
      // Another gateway was faster, and notifies people.
      if (first && !isDeepStrictEqual(first, ended)) return;
      log.warn(ended, 'a canary has ended');
    }
    metrics.endings.inc({ app });
    await this.#notify({ text: endedSentence(ended), app, version, what: 'canary ended' });
  }

  /** Returns why a canary has ended. Logs an unreadable marker once, and ignores it. */
  async #look(app: string, canary: Canary): Promise<EndedCanary | undefined> {
    const { store, log } = this.#on;
    const watched = this.#watch(app, canary);
    const now = performance.now();
    // Markers after its arrival do not count.
    const hasArrived = canary.rollout && Number(watched.countedAt) >= arrivalOf(canary.rollout);
    if (watched.ended || hasArrived || now - watched.readAt < readMs) return watched.ended;
    watched.readAt = now;
    const ended = await readEndedCanary(store, app, canary).catch((error: Error) => error);
    const problem = ended instanceof Error ? ended.message : '';
    if (problem && problem !== watched.problem)
      log.error({ problem }, 'an ended canary cannot be read');
    watched.problem = problem;
    if (ended instanceof Error) return watched.ended;
    watched.knownAt = now;
    // This gateway may have ended it while it read.
    watched.ended ??= ended;
    return watched.ended;
  }

  #watch(app: string, canary: Canary): Watched {
    const path = endedPath(app, canary);
    const known = this.#watched.get(path);
    if (known) return known;
    // Reports about an earlier canary of this version must not count.
    this.#on.metrics.counts.forget(app, canary.version);
    const knownAt = Number.NEGATIVE_INFINITY;
    const watched: Watched = { readAt: -readMs, knownAt, problem: '' };
    this.#watched.set(path, watched);
    return watched;
  }
}
