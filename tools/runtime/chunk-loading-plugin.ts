import { type ReleaseName, type ScriptLoader, scriptLoaderKey } from 'shared-types/script-loading';

interface WebpackRequire {
  /** webpack's function that loads a script. */
  l(url: string, done: (event: { type: string; target: { src: string } }) => void): void;
}

declare const __webpack_require__: WebpackRequire;

/**
 * A federation runtime plugin in every build: loads chunks with the shell's script loader, which
 * has deadlines and retries. webpack's own waits two minutes and tries once.
 *
 * @param release what is built
 */
export default function chunkLoadingPlugin(release: ReleaseName) {
  const loadAlone = __webpack_require__.l;
  __webpack_require__.l = (url, done, ...rest) => {
    const load = (globalThis as { [scriptLoaderKey]?: ScriptLoader })[scriptLoaderKey];
    if (!load) return loadAlone(url, done, ...rest);
    const settle = (type: 'load' | 'error') => done({ type, target: { src: url } });
    load(url, release).then(
      () => settle('load'),
      () => settle('error'),
    );
  };
  return { name: 'kargo-chunk-loading' };
}
