import { getInstance } from '@module-federation/runtime';
import { chunkListKey, scriptLoaderKey } from 'shared-types/page/script-loading';
import { remoteOf } from '../routes.ts';
import { loadScript } from './load-script.ts';
import { keepingPrerendered } from './prerendered-screen.ts';
import { recordOf, releaseAt, type ScreenComponent } from './release-records.ts';
import { startedUsing } from './release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from './screen-component.ts';

/**
 * Has remotes, and the chunks they load later, loaded by `loadScript`. To be called once.
 *
 * @param isPrerendered whether the page came with its HTML
 */
export function startFederation(isPrerendered: boolean): void {
  Object.assign(window, { [scriptLoaderKey]: loadScript });
  provideScreenLoader(isPrerendered ? keepingPrerendered(loadScreen) : loadScreen);
  getInstance()?.registerPlugins([
    {
      name: 'kargo-entry-loading',
      async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
        const scope = globalThis as Record<string, unknown>;
        // It belongs to another release of the same remote.
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
 * Loads a screen from a release of its remote, whichever release the remote was loaded from before.
 * A release that has failed since is run anew: modules that were evaluated would stay what they are.
 *
 * @throws when the release does not load, or needs a shared module in a version that is not here
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
 * The runtime takes a shared module for the property of the remote that loaded it first, and throws
 * it away when that remote is replaced. All of them are the shell's.
 */
function keepSharedModules({ name, shareScopeMap }: Federation): void {
  for (const versions of Object.values(shareScopeMap.default ?? {})) {
    for (const shared of Object.values(versions)) shared.from = name;
  }
}
