import { chunkListKey, scriptLoaderKey } from '@kargo/shared-types/page/script-loading';
import { getInstance } from '@module-federation/runtime';
import { loadScript } from './load-script.ts';
import { keepingPrerendered } from './prerendered-screen.ts';
import { type Release, recordOf } from './release-records.ts';
import { startedUsing } from './release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from './screen-component.ts';

/** webpack's container of a remote's screens, which the remote's entry script defines. */
interface Container {
  /** Gives the remote the modules that the shell shares. */
  init(shareScope: object): unknown;
  /** Rejects if there is no such module, such as `./Home`. */
  get(module: string): Promise<() => Awaited<ReturnType<ScreenLoader>>>;
}

/** By the address of the entry script. */
const containers = new Map<string, Promise<Container>>();

const page = globalThis as Record<string, unknown>;

/**
 * Makes remotes and their chunks load with `loadScript`. Must be called once.
 *
 * @param isPrerendered whether the page contains prerendered HTML
 */
export function startFederation(isPrerendered: boolean): void {
  Object.assign(window, { [scriptLoaderKey]: loadScript });
  provideScreenLoader(isPrerendered ? keepingPrerendered(loadScreen) : loadScreen);
}

/**
 * Loads a screen from a release of its remote, whatever release the remote was loaded from before.
 * The scripts of a release that failed run again, since evaluated modules would keep their state.
 *
 * @throws when the release does not load, or needs a version of a shared module that the shell does not provide
 */
const loadScreen: ScreenLoader = async (id, release) => {
  const { app, url, version } = release;
  if (recordOf(release).state.name !== 'in-use') {
    delete page[chunkListKey(app, version)];
    containers.delete(url);
    startedUsing(release);
  }
  const loading = containers.get(url) ?? loadContainer(release);
  containers.set(url, loading);
  const container = await loading.catch((error) => {
    if (containers.get(url) === loading) containers.delete(url);
    throw error;
  });
  const screen = await container.get(`.${id.slice(app.length)}`);
  return screen();
};

/** Loads a remote's container, as webpack's documentation says for remotes that are known at run time. */
async function loadContainer(release: Release): Promise<Container> {
  const { app, url, integrity } = release;
  const name = `kargo_${app}`;
  // The previous value is of another release of the same remote.
  page[name] = undefined;
  await loadScript(url, release, integrity);
  const container = page[name] as Container | undefined;
  if (!container) throw new Error(`${url} ran, but defines no remote`);
  await container.init(getInstance()?.shareScopeMap.default ?? {});
  return container;
}
