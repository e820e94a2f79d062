import { getInstance } from '@module-federation/runtime';
import { scriptLoaderKey } from 'shared-types/script-loading';
import { loadScript } from './load-script.ts';
import { remoteOf } from './remote-of.ts';
import {
  provideScreenLoader,
  type ScreenComponent,
  type ScreenLoader,
} from './screen-component.ts';

/** Has remotes, and the chunks they load later, loaded by `loadScript`. To be called once. */
export function startFederation(): void {
  Object.assign(window, { [scriptLoaderKey]: loadScript });
  provideScreenLoader(loadScreen);
  getInstance()?.registerPlugins([
    {
      name: 'kargo-entry-loading',
      async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
        const scope = globalThis as Record<string, unknown>;
        // What stands there belongs to another release of the same remote.
        scope[entryGlobalName] = undefined;
        await loadScript(entry);
        if (!scope[entryGlobalName]) throw new Error(`${entry} ran, but defines no remote`);
        return scope[entryGlobalName] as never;
      },
    },
  ]);
}

/**
 * Loads a screen from a release of its remote, whichever release the remote was loaded from before.
 *
 * @throws when the release does not load, or needs a shared module in a version that is not here
 */
const loadScreen: ScreenLoader = async (id, { url }) => {
  const federation = getInstance();
  if (!federation) throw new Error('The shell was built without federation');
  const alias = remoteOf(id);
  const name = `kargo_${alias}`;
  const isRegistered = federation.options.remotes.some(
    (remote) => remote.name === name && 'entry' in remote && remote.entry === url,
  );
  if (!isRegistered) {
    federation.registerRemotes([{ name, alias, entry: url, type: 'global' }], { force: true });
  }
  const screen = await federation.loadRemote<{ default: ScreenComponent }>(id);
  if (!screen) throw new Error(`${url} exposes no screen ${id}`);
  return screen;
};
