import type { Publishers } from '@kargo/release-log/contract/release-signature';
import type { AppRecord, RecordedRelease } from '@kargo/release-log/log/log-entry';
import { readHistory } from '@kargo/release-log/log/log-history';
import type { LogState } from '@kargo/release-log/log/log-state';
import type { BoardApp, BoardRelease, ReleaseBoard } from '@kargo/release-log/log/release-board';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import type { CurrentReleases } from '../releases/current-releases.ts';
import type { EndedCanaries } from '../releases/ended-canaries.ts';
import { type Published, shellApp } from '../releases/published.ts';
import type { ReportCounts } from '../reports/report-counts.ts';
import { type GatewayMetrics, p75 } from './gateway-metrics.ts';

/** Number of changes on the board, and of entries that are read for them: some may count for nothing. */
const mostChanges = 10;
const entriesRead = 40;

/** What the release board is made of. */
export interface Watched {
  store: ReadableStore;
  publishers: Publishers;
  currentReleases: CurrentReleases;
  ended: EndedCanaries;
  counts: ReportCounts;
  metrics: GatewayMetrics;
}

/** Returns what makes the release board. It reads the log when that has changed. */
export function boardReader(watched: Watched): () => Promise<ReleaseBoard> {
  const since = new Date().toISOString();
  let last = { hash: '', changes: [] as ReleaseBoard['changes'] };
  return async () => {
    const published = await watched.currentReleases.current();
    if (!published) return { since, apps: [], problems: [], changes: [] };
    const { state, problems } = published;
    // While the store cannot be read, the last changes that were read stay.
    if (last.hash !== state.hash) last = await readChanges(watched, state).catch(() => last);
    const apps = [...state.records.values()].map(({ record }) => appOf(watched, record, published));
    return {
      since,
      apps: (await Promise.all(apps)).filter((app) => app !== undefined),
      problems: [...problems],
      changes: last.changes,
    };
  };
}

async function readChanges({ store, publishers }: Watched, { hash, generation }: LogState) {
  const from = Math.max(0, generation - entriesRead);
  const { changes } = await readHistory(store, publishers, from);
  const newest = changes.slice(-mostChanges).reverse();
  return {
    hash,
    changes: newest.map(({ current, ...change }) => ({ ...change, version: current?.version })),
  };
}

async function appOf(
  watched: Watched,
  { app, current, next, frozen }: AppRecord,
  published: Published,
): Promise<BoardApp | undefined> {
  if (!current) return undefined;
  const [, ...fallbacks] = published.candidates[app] ?? [];
  const ended = watched.ended.all().find((canary) => canary.app === app);
  return {
    app,
    owner: published.releases.get(app)?.owner,
    current: await releaseOf(watched, app, current, published),
    fallbacks: fallbacks.map(({ version }) => version),
    ...(next && {
      canary: { ...(await releaseOf(watched, app, next, published)), percent: next.percent },
    }),
    ...(ended && { ended }),
    ...(frozen && { frozen }),
  };
}

/** Pages are measured by the shell's version and by route, so those with a remote's canary count for what is current. */
async function releaseOf(
  { counts, metrics }: Watched,
  app: string,
  { version, at, by }: RecordedRelease,
  { shell, releases }: Published,
): Promise<BoardRelease> {
  const routes = shell?.routes.routes.filter(({ screen }) => screen?.startsWith(`${app}/`)) ?? [];
  const isOfRemote = (shellVersion: string, route: string) =>
    version === releases.get(app)?.version &&
    shellVersion === releases.get(shellApp)?.version &&
    routes.some(({ path }) => path === route);
  const isMeant =
    app === shellApp ? (shellVersion: string) => shellVersion === version : isOfRemote;
  const measured = (['lcp', 'inp', 'cls'] as const).map(async (vital) => {
    return [vital, await p75(metrics[vital], isMeant)];
  });
  const { views, failures } = counts.of(app, version, 60);
  return { version, at, by, views, failures, ...Object.fromEntries(await Promise.all(measured)) };
}
