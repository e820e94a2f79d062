import type { TestContext } from 'node:test';
import type { AppRecord } from '@kargo/release-log/log/app-record';
import { emptyState, type LogState } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import type { Rollout } from '@kargo/release-log/rules/rollout';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { randomOf } from '@kargo/release-log/testing/random';
import { release } from '@kargo/release-log/testing/test-log';
import fastify from 'fastify';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { EndedCanaries } from '../releases/log/ended-canaries.ts';
import { canariesFor } from '../releases/site/pins.ts';

/** A simulated site whose visitors get a release gradually. */
export interface RolloutRun {
  seed: number;
  steps: Rollout['steps'];
  gateways: number;
  /** The share of visitors for whom the release always fails. */
  throwsFor: number;
  /** Whether one network reports as many failures as gateways accept. */
  isForged?: boolean;
}

const app = 'marketing';
const viewsPerSecond = 20;
const visitors = 40_000;

/** The share of views that fail with any release, such as by a browser's extension. */
const failsAnyway = 1 / 2000;

/**
 * Plays a rollout second by second until it has ended or arrived, with the gateways' own code and
 * simulated visitors.
 *
 * @returns the share of the visitors so far who got the release, and the minutes that it took
 */
export async function playRollout(context: TestContext, run: RolloutRun) {
  const random = randomOf(run.seed);
  const { timers } = context.mock;
  timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  const { now: realNow } = performance;
  const began = Date.now();
  performance.now = () => Date.now() - began;
  const state = begunWith(run.steps);
  const store = new MemoryStore();
  const gateways = Array.from({ length: run.gateways }, () => gatewayOn(store, state));
  const met = new Set<number>();
  const seen = new Set<number>();
  const any = () => gateways[Math.floor(random() * gateways.length)] ?? gateways[0];
  try {
    for (let second = 0; ; second += 1) {
      for (const gateway of gateways) await gateway?.look();
      const versions = gateways.map((it) => it && outcomeIn(it.state));
      const [outcome] = versions;
      const minutes = second / 60;
      if (outcome && versions.every((version) => version === outcome))
        return { outcome, minutes, met: met.size / seen.size };
      for (let view = 0; view < viewsPerSecond; view += 1) {
        const visitor = Math.floor(random() * visitors);
        const isOdd = visitor < run.throwsFor * visitors;
        seen.add(visitor);
        const isCanary = await any()?.show(`${run.seed} ${visitor}`, isOdd, random() < failsAnyway);
        if (isCanary) met.add(visitor);
      }
      // That is 120 a minute.
      if (run.isForged) for (const _ of [1, 2]) await any()?.fail('2.0.0', 'the forger');
      timers.tick(1000);
    }
  } finally {
    performance.now = realNow;
    timers.reset();
  }
}

function gatewayOn(store: MemoryStore, log: LogState) {
  const metrics = gatewayMetrics();
  const create = store.create.bind(store);
  const env = { PUBLISHERS: { log: 'test', keys: [] }, RELEASES_AT_LEAST: [] };
  const ended = new EndedCanaries({ store, create, env, log: fastify().log, metrics });
  const gateway = {
    state: log,
    async look() {
      gateway.state = await ended.without(log, performance.now());
    },
    /** Shows a page. Returns whether its visitor gets the canary. */
    async show(visitor: string, isOdd: boolean, fails: boolean) {
      const pinned = canariesFor(gateway.state, visitor).get(app)?.version;
      const version = pinned ?? currentVersion(gateway.state, app) ?? '';
      metrics.counts.add({ kind: 'view', app, version }, visitor);
      if (fails || (isOdd && version === '2.0.0')) await gateway.fail(version, visitor);
      return version === '2.0.0';
    },
    async fail(version: string, address: string) {
      metrics.counts.add({ kind: 'screen-threw', app, version }, address);
      await ended.endIfFailing(app, version, gateway.state);
    },
  };
  return gateway;
}

function outcomeIn({ records }: LogState): 'arrived' | 'ended' | undefined {
  const { current, next } = records.get(app)?.record ?? {};
  if (current?.version === '2.0.0') return 'arrived';
  return next ? undefined : 'ended';
}

function begunWith(steps: Rollout['steps']): LogState {
  const rollout = { start: new Date().toISOString(), steps };
  const next = { ...release('2.0.0'), percent: steps[0]?.percent ?? 0, rollout };
  const current = release('1.0.0');
  const at = rollout.start;
  const record: AppRecord = { app, number: 2, at, by: '', current, earlier: [], next, heads: {} };
  const held = { record, hash: '', head: '', content: '' };
  return { ...emptyState, records: new Map([[app, held]]) };
}
