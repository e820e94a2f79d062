import { nameOf } from '@kargo/release-log/rules/release-gate';
import { type Releases, remoteOf, shellOf } from '@kargo/shared-types/releases/release';
import type { Screen } from './screens.ts';
import type { Tab } from './tab.ts';

export type Taken = ReadonlyMap<Screen, readonly string[]>;

export function takenBy({ page, site }: Tab, app: string): Promise<string[]> {
  const builtAs = remoteOf(site.releases, app)?.container?.name ?? `kargo_${app}`;
  return page.evaluate(readTaken, builtAs);
}

/** The part of the federation runtime's records that we use. */
interface Federation {
  __INSTANCES__: {
    shareScopeMap: { default?: Record<string, Record<string, { useIn?: string[] }>> };
  }[];
}

/** Runs in the page. */
function readTaken(builtAs: string): string[] {
  const { __FEDERATION__: federation } = window as { __FEDERATION__?: Federation };
  const scopes = federation?.__INSTANCES__.map(({ shareScopeMap }) => shareScopeMap.default) ?? [];
  const taken = scopes
    .flatMap((scope) => Object.entries(scope ?? {}))
    .filter(([, versions]) => Object.values(versions).some((it) => it.useIn?.includes(builtAs)));
  return [...new Set(taken.map(([name]) => name))].sort();
}

/** Returns a sentence for each screen that could load modules earlier if its release named them. */
export function unsaidUses(taken: Taken, releases: Releases, apps: readonly string[]): string[] {
  const { sharedScripts = {} } = shellOf(releases) ?? {};
  return [...taken].flatMap(([{ app, id }, modules]) => {
    const release = remoteOf(releases, app);
    const name = id.slice(app.length + 1);
    const late = modules.filter((it) => it in sharedScripts);
    if (!release || !apps.includes(app) || release.uses?.[name] || late.length === 0) return [];
    const said = JSON.stringify({ [name]: late });
    return `${nameOf(release)} loads shared modules late at ${id}: write "uses": ${said} into kargo.json.`;
  });
}
