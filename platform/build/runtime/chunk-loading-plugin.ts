import {
  type ReleaseName,
  type ScriptLoader,
  scriptLoaderKey,
} from '@kargo/shared-types/page/script-loading';

interface WebpackRequire {
  /** webpack's function that loads a script. */
  l(
    url: string,
    done: (event: { type: string; target: { src: string } }) => void,
    key?: string,
    chunk?: string | number,
  ): void;
  /** Added by `integrityPlugin`. */
  integrity?: { js: Record<string | number, string> };
}

declare const __webpack_require__: WebpackRequire;

/**
 * A federation runtime plugin in every build: loads chunks with the shell's script loader, which has
 * a short timeout. webpack's own loader waits two minutes and never retries.
 *
 * @param release the release that is built
 */
export default function chunkLoadingPlugin(release: ReleaseName) {
  const loadAlone = __webpack_require__.l;
  __webpack_require__.l = (url, done, key, chunk = '') => {
    const load = (globalThis as { [scriptLoaderKey]?: ScriptLoader })[scriptLoaderKey];
    if (!load) return loadAlone(url, done, key, chunk);
    const settle = (type: 'load' | 'error') => done({ type, target: { src: url } });
    load(url, release, __webpack_require__.integrity?.js[chunk]).then(
      () => settle('load'),
      () => settle('error'),
    );
  };
  return { name: 'kargo-chunk-loading' };
}
