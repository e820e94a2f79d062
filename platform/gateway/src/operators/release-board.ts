import { type LogChange, readHistory } from '@kargo/release-log/log/log-history';
import { idOf, type LogState } from '@kargo/release-log/log/read-log';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import type { Published } from '../releases/site/published.ts';
import type { GatewayParts } from '../reports/reports.ts';

/** Number of changes on the board. */
const mostChanges = 10;

/** Returns a function that lists the last changes, newest first. It reads only a changed log. */
export function changesReader({ store }: GatewayParts) {
  let last: { id: string; changes: readonly LogChange[] } = { id: '', changes: [] };
  return async (state: LogState): Promise<readonly LogChange[]> => {
    const id = idOf(state);
    if (id === last.id) return last.changes;
    // If the store cannot be read, the last known changes stay.
    const history = await readHistory(store, state, undefined, mostChanges).catch(() => undefined);
    if (history) last = { id, changes: history.changes.slice(-mostChanges).reverse() };
    return last.changes;
  };
}

/** A release's figures as texts, by names such as `LCP`. */
export type Figures = Record<string, string>;

/** Returns the last hour's figures of current releases and canaries, by app and version. */
export async function readFigures(
  { state }: Published,
  { metrics }: GatewayParts,
): Promise<Map<string, Figures>> {
  const { values } = await metrics.vitals.get();
  const releases = [...state.records.values()].flatMap(({ record: { app, current, next } }) =>
    [current, next].flatMap((release) => (release ? { app, version: release.version } : [])),
  );
  const entries = releases.map(({ app, version }) => {
    const { views, failures } = metrics.counts.of(app, version, 60);
    const share = `${failures} of ${views} views, ${((100 * failures) / views).toFixed(1)}\u00a0%`;
    const p75 = (vital: string, unit: string) => {
      const own = values.filter(({ labels: of }) => of.app === app && of.version === version);
      const value = own.find(({ labels }) => labels.vital === vital && labels.quantile)?.value;
      return value === undefined ? '–' : value.toFixed(2) + unit;
    };
    const vitals = { LCP: p75('lcp', ' s'), INP: p75('inp', ' s'), CLS: p75('cls', '') };
    const figures: Figures = { Failed: views === 0 ? `${failures}` : share, ...vitals };
    return [`${app} ${version}`, figures] as const;
  });
  return new Map(entries);
}

/**
 * The objectives of docs/operations.md that one gateway can measure: the percentage of a route's
 * requests that must succeed, if given within this many seconds.
 */
export const objectives: { slo: string; route: string; percent: number; within?: number }[] = [
  { slo: 'page answered', route: '/*', percent: 99.9 },
  { slo: 'page fast', route: '/*', percent: 99, within: 0.25 },
  { slo: 'login answered', route: apiBasePath + apiPaths.login(), percent: 99.5 },
  { slo: 'login fast', route: apiBasePath + apiPaths.login(), percent: 99, within: 1 },
  { slo: 'save answered', route: apiBasePath + apiPaths.updateProfile(), percent: 99.5 },
];

/** Says how well they were met since the counters started, such as `page fast 99.7 % (99 %)`. */
export async function readObjectives({ requests }: GatewayMetrics): Promise<string> {
  const { values } = await requests.get();
  const shares = objectives.map(({ slo, route, percent, within }) => {
    const count = (part: string, status: RegExp, le?: number) =>
      values
        .filter(({ metricName }) => metricName?.endsWith(part))
        .filter(({ labels: of }) => le === undefined || ('le' in of && of.le === le))
        .filter(({ labels: of }) => of.route === route && status.test(String(of.status)))
        .reduce((sum, { value }) => sum + value, 0);
    const answered = count('_count', /^[123]/);
    const all = within ? answered : answered + count('_count', /^5/);
    const good = within ? count('_bucket', /^[123]/, within) : answered;
    // Rounded down: a missed objective must not look met.
    const share = all === 0 ? '–' : `${Math.floor((10_000 * good) / all) / 100}\u00a0%`;
    return `${slo} ${share} (${percent}\u00a0%)`;
  });
  return shares.join(', ');
}
