import { isRemote } from '@kargo/shared-types/releases/release';
import type { Leftovers } from './in-page/watch-page.ts';
import type { Tab } from './tab.ts';

/** Global names of the site and of bundlers, which depend on the loaded builds. */
const ofBuild = /^(kargo|__mf_|__VUE_HMR_RUNTIME__$)/;

export async function readLeftovers(tab: Tab, app: string): Promise<Leftovers> {
  const leftovers = await tab.ask((watcher, app) => watcher.leftovers(app), app);
  const named = [...tab.site.releases.values()].flatMap((it) =>
    Object.values((isRemote(it) && it.container) || {}),
  );
  const globals = leftovers.globals.filter((name) => !ofBuild.test(name) && !named.includes(name));
  return { ...leftovers, globals };
}
