import { type LogChange, readHistory } from '@kargo/release-log/log/log-history';
import type { LogState } from '@kargo/release-log/log/log-state';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import type { Published } from '../releases/published.ts';
import type { Heard } from '../reports/reports.ts';

/** Number of changes on the board, and of entries that are read for them: some may count for nothing. */
const mostChanges = 10;
const entriesRead = 40;

/** Returns what makes the list of the last changes, the newest first. It reads the log when that has changed. */
export function changesReader({ store, env }: Heard) {
  let last = { hash: '', changes: [] as LogChange[] };
  return async ({ hash, generation }: LogState): Promise<readonly LogChange[]> => {
    if (hash === last.hash) return last.changes;
    const from = Math.max(0, generation - entriesRead);
    // While the store cannot be read, the last changes that were read stay.
    const history = await readHistory(store, env.PUBLISHERS, from).catch(() => undefined);
    if (history) last = { hash, changes: history.changes.slice(-mostChanges).reverse() };
    return last.changes;
  };
}

/** The figures of a release as texts, by name such as `LCP`. */
export type Figures = Record<string, string>;

/** Returns what pages have told within an hour of all current releases and canaries, by app and version. */
export async function readFigures(
  { state }: Published,
  { metrics }: Heard,
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
 * The objectives of docs/operations.md that one gateway can measure: the percentage of requests to a route that have to
 * succeed, within this many seconds if it says so.
 */
export const objectives: { slo: string; route: string; percent: number; within?: number }[] = [
  { slo: 'page answered', route: '/*', percent: 99.9 },
  { slo: 'page fast', route: '/*', percent: 99, within: 0.25 },
  { slo: 'login answered', route: apiBasePath + apiPaths.login(), percent: 99.5 },
  { slo: 'login fast', route: apiBasePath + apiPaths.login(), percent: 99, within: 1 },
  { slo: 'save answered', route: apiBasePath + apiPaths.updateProfile(), percent: 99.5 },
];

/** Returns how this gateway has met them since its counters began, such as `page fast 99.7 % (99 %)`. */
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
