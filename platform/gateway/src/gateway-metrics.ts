import { canariesOf } from '@kargo/release-log/log/served-releases';
import type { VitalsReport } from '@kargo/shared-types/releases/reports';
import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client';
import { type Published, shellApp } from './releases/site/published.ts';
import { ReportCounts } from './reports/report-counts.ts';

/** For seconds and for CLS. They include the bounds of good and poor values. */
const buckets = [0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 6, 10];

const dayMs = 24 * 60 * 60 * 1000;

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;

/** Creates the metrics. Labels are existing routes and releases, never texts from a visitor. */
export function gatewayMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const release = ['app', 'version'];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const vital = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: [...release, 'route'], registers, buckets });
  /** The three vitals of the last hour, for the release board. */
  const vitals = new Summary({
    name: 'kargo_vitals',
    help: 'Not for Prometheus.',
    labelNames: ['vital', ...release],
    percentiles: [0.75],
    ...{ maxAgeSeconds: 3600, ageBuckets: 3, pruneAgedBuckets: true },
    registers: [],
  });
  // Releases come and go. Prometheus tolerates counters that restart, and `get` drops old values.
  setInterval(() => {
    registry.resetMetrics();
    metrics.since = new Date();
    void vitals.get();
  }, dayMs).unref();
  const addresses = new Gauge({
    name: 'kargo_report_addresses',
    help: 'Addresses that reported failures within ten minutes, 100 at most.',
    labelNames: release,
    registers,
    collect() {
      addresses.reset();
      for (const { addresses: count, ...labels } of metrics.counts.addresses())
        addresses.set(labels, count);
    },
  });
  const metrics = {
    registry,
    /** When the counters started. */
    since: new Date(),
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to the end of a response, by the pattern of its route.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    reports: counter('kargo_reports_total', 'Problems that pages reported.', [...release, 'kind']),
    views: counter('kargo_views_total', 'Screens shown while a canary of the app ran.', release),
    endings: counter('kargo_canaries_ended_total', 'Canaries that this gateway ended.', ['app']),
    info: new Gauge({
      name: 'kargo_release_info',
      help: 'The releases that visitors get now.',
      labelNames: [...release, 'role'],
      registers,
    }),
    withheld: new Gauge({
      name: 'kargo_app_withheld',
      help: 'Apps of which nothing is served, since what was published is missing.',
      labelNames: ['app'],
      registers,
    }),
    lcp: vital('kargo_lcp_seconds', 'Largest contentful paint.'),
    inp: vital('kargo_inp_seconds', 'Interaction to next paint.'),
    cls: vital('kargo_cls', 'Cumulative layout shift.'),
    vitals,
    counts: new ReportCounts(),
  };
  return metrics;
}

/** Counts how fast a page was, if the route belongs to the release. */
export function countVitals(
  report: VitalsReport,
  { shell }: Published,
  metrics: GatewayMetrics,
): void {
  const { app, version, route } = report;
  const shown = shell?.routes.routes.find(({ path }) => path === route);
  if (!shown || ![shellApp, shown.screen.split('/')[0]].includes(app)) return;
  for (const vital of ['lcp', 'inp', 'cls'] as const) {
    const sent = report[vital];
    if (sent === undefined) continue;
    const value = vital === 'cls' ? sent : sent / 1000;
    metrics[vital].observe({ app, version, route }, value);
    metrics.vitals.observe({ vital, app, version }, value);
  }
}

/** Records which releases are served. */
export function nameReleases(
  { info, withheld }: GatewayMetrics,
  { releases, state }: Published,
): void {
  info.reset();
  withheld.reset();
  for (const app of state.withheld.keys()) withheld.set({ app }, 1);
  for (const { app, version } of releases.values()) info.set({ app, version, role: 'current' }, 1);
  for (const [app, { version }] of canariesOf(state)) info.set({ app, version, role: 'canary' }, 1);
}
