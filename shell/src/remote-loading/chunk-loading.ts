import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { loadScript } from './load-script.ts';
import { folderOf } from './tracked-releases.ts';

type Done = (event: { type: 'load' | 'error'; target: { src: string } }) => void;

/** The `require` of a build by webpack or Rspack. */
export interface BundlerRequire {
  /** Loads the script of a chunk. */
  l(url: string, done: Done, key?: string, chunk?: string | number): void;
  /** Address of the build's folder. */
  p: string;
  /** Added by `integrityPlugin`. */
  integrity?: { js: Record<string | number, string> };
}

/** The list to which a build's scripts push chunks. It calls each chunk's function. */
interface ChunkList {
  push(chunk: [ids: string[], modules: object, run?: (require: BundlerRequire) => void]): void;
}

/**
 * Makes the build with this list load its chunks with `loadScript`: its own loader waits two
 * minutes and tries once. Keeps chunks of other releases with the same list out of it.
 */
export function loadChunksOf(release: PageRelease, listName: string): void {
  const list = (globalThis as Record<string, unknown>)[listName] as ChunkList | undefined;
  const folder = folderOf(release);
  list?.push([
    ['kargo'],
    {},
    (require) => {
      // A path, like the page's links to its styles.
      if (release.container) require.p = releasePath(release.app, release.version);
      require.l = (url, done, _key, chunk = '') => {
        const hash = release.hashes?.[url.slice(require.p.length)] ?? require.integrity?.js[chunk];
        const settle = (type: 'load' | 'error') => done({ type, target: { src: url } });
        loadScript(url, release, hash).then(
          () => settle('load'),
          () => settle('error'),
        );
      };
    },
  ]);
  const { push } = list ?? {};
  if (!list || !push) return;
  list.push = (chunk) => {
    const script = document.currentScript;
    const isOthers = script instanceof HTMLScriptElement && !script.src.startsWith(folder);
    if (!isOthers) push(chunk);
  };
}
