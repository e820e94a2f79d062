import { createRequire } from 'node:module';
import type { RuleSetUseItem } from 'webpack';
import type { App } from './remotes.ts';

/** Files whose import hands out the names of their classes, which are the release's own. */
export const cssModules = /\.module\.css$/;

/**
 * The loader for style sheets.
 *
 * @param isInNode whether of a CSS module only the names are wanted
 */
export function cssLoader(
  { name, path }: Pick<App, 'name' | 'path'>,
  version: string,
  isInNode = false,
): RuleSetUseItem {
  const modules = {
    auto: cssModules,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    localIdentName: '[local]-[hash:base64:6]',
    // In Node and in the browser the same, in another release another.
    localIdentContext: path,
    localIdentHashSalt: `${name}/${version}`,
    exportOnlyLocals: isInNode,
  };
  // An app need not install it.
  const { resolve } = createRequire(import.meta.url);
  return { loader: resolve('css-loader'), options: { modules } };
}
