import { chunkListKey } from '@kargo/shared-types/page/script-loading';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { loadChunksOf } from './chunk-loading.ts';
import { loadModule } from './load-module.ts';
import { inTime, loadScript } from './load-script.ts';
import { checkAddedStyles, loadStyles } from './load-styles.ts';
import { keepingPrerendered } from './prerendered-screen.ts';
import { startedUsing } from './release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from './screen-component.ts';
import { showInDevtools } from './show-in-devtools.ts';
import { runningShell, trackedRelease } from './tracked-releases.ts';

declare const __webpack_share_scopes__: { readonly default: object };

/** The container of a remote's screens, which its entry makes. It is the same for all bundlers. */
interface Container {
  /** Gives the remote the modules that the shell shares. */
  init(shareScope: object): unknown;
  /** Rejects if there is no such module, such as `./Home`. */
  get(module: string): Promise<() => Awaited<ReturnType<ScreenLoader>>>;
}

/** By the entry's address. */
const containers = new Map<string, Promise<Container>>();

/** The names on `window` that remotes have used. Others are the browser's or the shell's. */
const usedNames = new Set<string>();

const page = globalThis as Record<string, unknown>;

/**
 * Makes remotes and all chunks load with `loadScript`. Must be called once.
 *
 * @param isPrerendered whether the page contains prerendered HTML
 */
export function startFederation(isPrerendered: boolean): void {
  const shell = runningShell();
  const { release } = shell ? trackedRelease(shell) : {};
  if (release) loadChunksOf(release, chunkListKey(release.app, release.version));
  checkAddedStyles();
  provideScreenLoader(isPrerendered ? keepingPrerendered(loadScreen) : loadScreen);
}

/**
 * Loads a screen from a release of its remote, whatever release the remote was loaded from before.
 * The scripts of a release that failed run again, since evaluated modules would keep their state.
 *
 * @throws when the release does not load, or needs a shared module's version that the shell lacks
 */
const loadScreen: ScreenLoader = async (id, release) => {
  const { app, url } = release;
  if (trackedRelease(release).state.name !== 'in-use') {
    containers.delete(url);
    startedUsing(release);
  }
  const styles = loadStyles(release);
  // Awaited below.
  styles.catch(() => undefined);
  const loading = containers.get(url) ?? loadContainer(release);
  containers.set(url, loading);
  const container = await loading.catch((error) => {
    if (containers.get(url) === loading) containers.delete(url);
    throw error;
  });
  const [screen] = await Promise.all([
    inTime(container.get(`.${id.slice(app.length)}`), release),
    styles,
  ]);
  try {
    return screen();
  } catch (error) {
    // Modules that threw stay half evaluated: the next attempt, as after a prefetch, needs others.
    containers.delete(url);
    throw error;
  }
};

/** Loads a remote's container as webpack's documentation describes for dynamic remotes. */
async function loadContainer(release: PageRelease): Promise<Container> {
  const isModule = release.container?.type === 'module';
  const container = (await (isModule ? loadModule : loadGlobal)(release)) as Container | undefined;
  if (!container) throw new Error(`${release.url} ran, but defines no remote`);
  await inTime(Promise.resolve(container.init(__webpack_share_scopes__.default)), release);
  showInDevtools(release);
  return container;
}

async function loadGlobal(release: PageRelease): Promise<unknown> {
  const { app, url, version, integrity, container } = release;
  const { name, chunkList } = container ?? {
    name: `kargo_${app}`,
    chunkList: chunkListKey(app, version),
  };
  for (const used of container ? [name, chunkList ?? name] : []) {
    if (Object.hasOwn(page, used) && !usedNames.has(used))
      throw new Error(`${app} ${version} would replace ${used} on window`);
    usedNames.add(used);
  }
  // The previous values belong to another release of the remote, or to this one, which has failed.
  page[name] = undefined;
  if (chunkList) delete page[chunkList];
  await loadScript(url, release, integrity);
  if (chunkList) loadChunksOf(release, chunkList);
  return page[name];
}
