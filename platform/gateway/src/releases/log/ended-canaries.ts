import { isDeepStrictEqual } from 'node:util';
import type { Canary } from '@kargo/release-log/log/app-record';
import {
  type EndedCanary,
  endedPath,
  endedSentence,
  readEndedCanary,
} from '@kargo/release-log/log/ended-canary';
import type { LogState } from '@kargo/release-log/log/read-log';
import { canariesOf, currentVersion } from '@kargo/release-log/log/served-releases';
import { notify } from '@kargo/release-log/notify';
import type { ReadableStore, ReleaseStore } from '@kargo/release-log/stores/release-store';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../../env.ts';
import type { GatewayMetrics } from '../../gateway-metrics.ts';
import { countedMinutes } from '../../reports/report-counts.ts';

/** How often to look for a marker at most, in milliseconds. */
const readMs = 1000;

/** Timeout for notifying `KARGO_NOTIFY_URL`. */
const notifyMs = 30_000;

/** So that neither one visitor's extension nor the first few pages end it. */
const fewestFailures = 5;
const smallestShare = 0.02;
const timesCurrent = 2;
/** This share of failing views ends it anyway: anybody can report failures of the current release. */
const largestShare = 0.5;

interface Watched {
  /** When this gateway last looked for the marker. */
  readAt: number;
  ended?: EndedCanary;
}

/** How many screens of a release were shown, and in how many pages it failed. */
type Pages = Pick<ReturnType<GatewayMetrics['counts']['of']>, 'views' | 'failures'>;

export interface Gateway {
  store: ReadableStore;
  create: ReleaseStore['create'];
  env: Pick<Env, 'KARGO_NOTIFY_URL' | 'PUBLISHERS' | 'STATE_DIR' | 'RELEASES_AT_LEAST'>;
  log: FastifyBaseLogger;
  metrics: GatewayMetrics;
}

/** Ends failing canaries, and knows which have ended. Nothing else in a gateway writes to the store. */
export class EndedCanaries {
  readonly #on: Gateway;
  /** By path of their markers. */
  readonly #watched = new Map<string, Watched>();
  /** The ended ones among the log's. */
  all: readonly EndedCanary[] = [];
  #problem = '';

  constructor(on: Gateway) {
    this.#on = on;
  }

  /** Returns a state of the log without the ended canaries. */
  async without(state: LogState): Promise<LogState> {
    const records = new Map(state.records);
    const all: EndedCanary[] = [];
    for (const [app, canary] of canariesOf(state)) {
      const held = records.get(app);
      const ended = await this.#look(app, canary);
      if (!held || !ended) continue;
      records.set(app, { ...held, record: { ...held.record, next: undefined } });
      all.push(ended);
    }
    this.all = all;
    return { ...state, records };
  }

  /** Ends an app's canary if this is its version, and it fails in more pages than the current one. Never rejects. */
  async endIfFailing(app: string, version: string, state: LogState): Promise<void> {
    const { counts } = this.#on.metrics;
    const canary = canariesOf(state).get(app);
    if (canary?.version !== version) return;
    const watched = this.#watch(app, canary);
    if (watched.ended) return;
    const { views, bounded: failures } = counts.of(app, version, countedMinutes);
    const current = counts.of(app, currentVersion(state, app) ?? '', countedMinutes);
    if (!isFailing({ views, failures }, current)) return;
    const ofCurrent = { currentViews: current.views, currentFailures: current.failures };
    const figures = { views, failures, ...ofCurrent };
    watched.ended = { app, version, at: new Date().toISOString(), ...figures };
    await this.#tell(watched.ended, canary);
  }

  /** Informs the other gateways, by a marker, and people. */
  async #tell(ended: EndedCanary, canary: Canary): Promise<void> {
    const { store, create, env, log, metrics } = this.#on;
    const { app, version, at } = ended;
    const path = endedPath(app, canary);
    try {
      await create(path, Buffer.from(JSON.stringify(ended)));
      const first = (await readEndedCanary(store, app, canary)) ?? ended;
      this.#watch(app, canary).ended = first;
      // Another gateway was faster, and informs people.
      if (!isDeepStrictEqual(first, ended)) return;
      log.warn(ended, 'a canary has ended');
    } catch (error) {
      const problem = (error as Error).message;
      log.error({ ...ended, problem }, 'a canary has ended at this gateway alone');
    }
    metrics.endings.inc({ app });
    const notice = { app, version, at, what: 'canary ended', by: 'the gateway' };
    const text = endedSentence(ended);
    if (!(await notify(env.KARGO_NOTIFY_URL, { ...notice, text }, notifyMs)))
      log.error('KARGO_NOTIFY_URL does not accept what it is told');
  }

  /** Returns why a canary has ended. A marker that cannot be read changes nothing, which is logged once. */
  async #look(app: string, canary: Canary): Promise<EndedCanary | undefined> {
    const { store, log } = this.#on;
    const watched = this.#watch(app, canary);
    if (watched.ended || performance.now() - watched.readAt < readMs) return watched.ended;
    watched.readAt = performance.now();
    try {
      const ended = await readEndedCanary(store, app, canary);
      // This gateway may have ended it in the meantime.
      watched.ended ??= ended;
      this.#problem = '';
    } catch (error) {
      const { message: problem } = error as Error;
      if (problem !== this.#problem) log.error({ problem }, 'an ended canary cannot be read');
      this.#problem = problem;
    }
    return watched.ended;
  }

  #watch(app: string, canary: Canary): Watched {
    const path = endedPath(app, canary);
    const known = this.#watched.get(path);
    if (known) return known;
    // A canary is not judged by reports about the previous one.
    this.#on.metrics.counts.forget(app, canary.version);
    const watched: Watched = { readAt: -readMs };
    this.#watched.set(path, watched);
    return watched;
  }
}

/** Whether a canary fails often enough to be ended, by the reports about it and the current release. */
export function isFailing(canary: Pages, current: Pages): boolean {
  const shareOfCurrent = current.views > 0 ? current.failures / current.views : 0;
  const share = Math.min(largestShare, Math.max(smallestShare, timesCurrent * shareOfCurrent));
  return canary.failures >= fewestFailures && canary.failures >= share * canary.views;
}
