import { createRequire } from 'node:module';
import type { RuleSetUseItem } from 'webpack';
import type { App } from './remotes.ts';

/** Style sheets that export the names of their classes. Each release has its own names. */
export const cssModules = /\.module\.css$/;

/**
 * Returns the loader for style sheets.
 *
 * @param isInNode whether CSS modules export only the names, without their styles
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
    // The names are the same in Node and in the browser, and differ between releases.
    localIdentContext: path,
    localIdentHashSalt: `${name}/${version}`,
    exportOnlyLocals: isInNode,
  };
  // So that apps need not install it.
  const { resolve } = createRequire(import.meta.url);
  return { loader: resolve('css-loader'), options: { modules } };
}
