import { canariesOf, recordedRelease } from '@kargo/release-log/log/served-releases';
import type { Report } from '@kargo/shared-types/releases/reports';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedCanaries } from '../releases/ended-canaries.ts';
import { type Published, shellApp } from '../releases/published.ts';

/** Some end where a good value ends, and some where a poor one begins. */
const lcpBuckets = [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10];
const inpBuckets = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2];
const clsBuckets = [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;

/** Makes what Prometheus reads of one gateway. Labels are routes and releases that exist, never what a visitor sends. */
export function gatewayMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges, whose names say that they are counters.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const release = ['app', 'version'];
  const page = ['version', 'route'];
  return {
    registry,
    requests: histogram(
      'http_request_duration_seconds',
      'Time to the end of a response, by the pattern of its route.',
      ['method', 'route', 'status'],
      [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ),
    reports: counter('kargo_reports_total', 'Problems that pages reported.', [...release, 'kind']),
    views: counter('kargo_views_total', 'Screens shown while a canary of the app ran.', release),
    endings: counter('kargo_canaries_ended_total', 'Canaries that this gateway ended.', ['app']),
    info: new Gauge({
      name: 'kargo_release_info',
      help: 'The releases that visitors get now.',
      labelNames: [...release, 'role'],
      registers,
    }),
    lcp: histogram('kargo_lcp_seconds', 'Largest contentful paint.', page, lcpBuckets),
    inp: histogram('kargo_inp_seconds', 'Interaction to next paint.', page, inpBuckets),
    cls: histogram('kargo_cls', 'Cumulative layout shift.', page, clsBuckets),
  };
}

/** Measures the responses of a server. */
export function measureRequests(app: FastifyInstance, { requests }: GatewayMetrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: statusCode };
    requests.observe(labels, elapsedTime / 1000);
  });
}

/** Counts a report of a page. */
export function countReport(report: Report, metrics: GatewayMetrics): void {
  const { views, reports, lcp, inp, cls } = metrics;
  const { app, version, kind } = report;
  if (report.kind === 'view') views.inc({ app, version });
  else if (report.kind !== 'vitals') reports.inc({ app, version, kind });
  else if (app === shellApp) {
    const page = { version, route: report.route };
    if (report.lcp !== undefined) lcp.observe(page, report.lcp / 1000);
    if (report.inp !== undefined) inp.observe(page, report.inp / 1000);
    if (report.cls !== undefined) cls.observe(page, report.cls);
  }
}

/** Says what is served, and forgets releases that have left the log: a gateway runs for longer than they do. */
export async function nameReleases(
  { info, reports, views, lcp, inp, cls }: GatewayMetrics,
  { releases, state }: Published,
  ended: EndedCanaries,
): Promise<void> {
  info.reset();
  for (const { app, version } of releases.values()) info.set({ app, version, role: 'current' }, 1);
  for (const [app, { version }] of canariesOf(state)) info.set({ app, version, role: 'canary' }, 1);
  const isNamed = (app: string, version: string) =>
    recordedRelease(state, app, version) ??
    ended.all().find((canary) => canary.app === app && canary.version === version);
  for (const metric of [reports, views, lcp, inp, cls]) {
    for (const { labels } of (await metric.get()).values) {
      const { le: _, ...own } = { le: '', ...labels };
      if (!isNamed(`${labels.app ?? shellApp}`, `${labels.version}`)) metric.remove(own);
    }
  }
}

/**
 * Returns the 75th percentile of what was measured in some pages, interpolated within a bucket as Prometheus does;
 * undefined if there were none.
 */
export async function p75(
  histogram: Histogram,
  isMeant: (version: string, route: string) => boolean,
): Promise<number | undefined> {
  const upTo = new Map<number, number>();
  for (const { labels, metricName, value } of (await histogram.get()).values) {
    const isBucket = metricName?.endsWith('_bucket');
    if (!isBucket || !isMeant(`${labels.version}`, `${labels.route}`)) continue;
    const bound = Number(`${labels.le}`.replace('+Inf', 'Infinity'));
    upTo.set(bound, (upTo.get(bound) ?? 0) + value);
  }
  const wanted = 0.75 * (upTo.get(Number.POSITIVE_INFINITY) ?? 0);
  let [low, before] = [0, 0];
  for (const [bound, count] of upTo) {
    if (wanted > 0 && count >= wanted)
      return bound < Number.POSITIVE_INFINITY
        ? low + ((bound - low) * (wanted - before)) / (count - before)
        : low;
    [low, before] = [bound, count];
  }
  return undefined;
}
