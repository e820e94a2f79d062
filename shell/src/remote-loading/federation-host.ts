import { chunkListKey, scriptLoaderKey } from '@kargo/shared-types/page/script-loading';
import { getInstance } from '@module-federation/runtime';
import { remoteOf } from '../routes.ts';
import { loadScript } from './load-script.ts';
import { keepingPrerendered } from './prerendered-screen.ts';
import { recordOf, releaseAt, type ScreenComponent } from './release-records.ts';
import { startedUsing } from './release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from './screen-component.ts';

/**
 * Makes federation load remotes and their chunks with `loadScript`. Must be called once.
 *
 * @param isPrerendered whether the page contains prerendered HTML
 */
export function startFederation(isPrerendered: boolean): void {
  Object.assign(window, { [scriptLoaderKey]: loadScript });
  provideScreenLoader(isPrerendered ? keepingPrerendered(loadScreen) : loadScreen);
  getInstance()?.registerPlugins([
    {
      name: 'kargo-entry-loading',
      async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
        const scope = globalThis as Record<string, unknown>;
        // The previous value is of another release of the same remote.
        scope[entryGlobalName] = undefined;
        const release = releaseAt(entry);
        if (!release) throw new Error(`${entry} belongs to no release`);
        await loadScript(entry, release, release.integrity);
        if (!scope[entryGlobalName]) throw new Error(`${entry} ran, but defines no remote`);
        return scope[entryGlobalName] as never;
      },
    },
  ]);
}

/**
 * Loads a screen from a release of its remote, whatever release the remote was loaded from before.
 * The scripts of a release that failed run again, since evaluated modules would keep their state.
 *
 * @throws when the release does not load, or needs a version of a shared module that the shell does not provide
 */
const loadScreen: ScreenLoader = async (id, release) => {
  const federation = getInstance();
  if (!federation) throw new Error('The shell was built without federation');
  const alias = remoteOf(id);
  const name = `kargo_${alias}`;
  const { url, version } = release;
  if (recordOf(release).state.name !== 'in-use') {
    delete (globalThis as Record<string, unknown>)[chunkListKey(alias, version)];
    keepSharedModules(federation);
    const remote = { name, alias, entry: url, type: 'global' };
    federation.registerRemotes([remote], { force: true });
    startedUsing(release);
  }
  const screen = await federation.loadRemote<{ default: ScreenComponent }>(id);
  if (!screen) throw new Error(`${url} exposes no screen ${id}`);
  return screen;
};

type Federation = NonNullable<ReturnType<typeof getInstance>>;

/**
 * Marks all shared modules as the shell's. The runtime assigns each to the remote that loaded it first,
 * and would delete it when that remote is replaced.
 */
function keepSharedModules({ name, shareScopeMap }: Federation): void {
  for (const versions of Object.values(shareScopeMap.default ?? {})) {
    for (const shared of Object.values(versions)) shared.from = name;
  }
}
