import { type ScriptLoader, scriptLoaderKey } from 'shared-types/script-loading';

interface WebpackRequire {
  /** webpack's own way to load the script of a chunk. */
  l(url: string, done: (event: { type: string; target: { src: string } }) => void): void;
}

declare const __webpack_require__: WebpackRequire;

/**
 * A federation runtime plugin that goes into every build: chunks are loaded by the shell's script
 * loader, with its deadlines and retries. webpack's own waits two minutes and tries once.
 */
export default function chunkLoadingPlugin() {
  const loadAlone = __webpack_require__.l;
  __webpack_require__.l = (url, done, ...rest) => {
    const load = (globalThis as { [scriptLoaderKey]?: ScriptLoader })[scriptLoaderKey];
    if (!load) return loadAlone(url, done, ...rest);
    const settle = (type: 'load' | 'error') => done({ type, target: { src: url } });
    load(url).then(
      () => settle('load'),
      () => settle('error'),
    );
  };
  return { name: 'kargo-chunk-loading' };
}
