import { paths } from '@kargo/shared-types/page/paths';
import type { LoaderContext } from 'webpack';

const importOfPaths = /^import [^;]*\bpaths\b[^;]*\/paths(\.ts)?';$/m;

/**
 * A webpack loader that replaces calls such as `paths.login()` with the address. So a build has
 * only addresses that it links to, and stays the same when others are added (docs/decisions/0027).
 *
 * @throws when a source uses `paths` in any other way
 */
export default function inlinePathsLoader(this: LoaderContext<object>, source: string): string {
  const inlined = inlinePaths(source);
  const isUsedElse = /\bpaths\b/.test(inlined.replaceAll(/^import [^;]*;$/gm, ''));
  if (isUsedElse && importOfPaths.test(inlined)) {
    throw new Error(
      `Write paths.name() for each address in ${this.resourcePath}, and no other "paths".`,
    );
  }
  return inlined;
}

export function inlinePaths(source: string): string {
  if (!importOfPaths.test(source)) return source;
  return source.replaceAll(/\bpaths\.(\w+)\(\)/g, (call, name: string) =>
    isName(name) ? `'${paths[name]()}'` : call,
  );
}

const isName = (name: string): name is keyof typeof paths => name in paths;
