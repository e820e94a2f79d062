import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import {
  headPlaceholder,
  releasePath,
  stylesFile,
} from '@kargo/shared-types/releases/release-addresses';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import type { Compilation } from 'webpack';
import { baseConfiguration, type ConfigurationFactory, versionOf } from './base-configuration.ts';
import { floorInWords } from './browser-floor.ts';
import { federation } from './federation.ts';
import { inlineScripts } from './inline-scripts.ts';
import { kargoFilePlugin } from './kargo-file-plugin.ts';
import { nodeBundle } from './node-bundle.ts';
import { type App, shellAt } from './remotes.ts';
import { hostSharing } from './sharing.ts';
import { stylesPlugin } from './styles-plugin.ts';

/** Defines the build of the shell in this folder, which publishes `routes` for the gateway. */
export function defineShell(path: string, routes: PublishedRoutes): ConfigurationFactory {
  const shell = shellAt(path);
  return async (_env, { mode = 'production' }) => {
    const development = mode === 'development';
    const version = await versionOf(shell, mode);
    const publicPath = development
      ? `http://localhost:${shell.port}/`
      : releasePath('shell', version);
    const base = baseConfiguration(shell, mode, version);
    const styles = await stylesPlugin(shell, version, true);
    const browser = {
      ...base,
      entry: './src/index.tsx',
      plugins: [
        ...(base.plugins ?? []),
        styles,
        ...federation('shell', mode, { shared: hostSharing(path) }),
        new HtmlPlugin({
          // `template` would use a child compiler, which would include the shared modules again.
          templateContent: ({ compilation, htmlWebpackPlugin: { tags } }) =>
            page(shell, compilation, tags.headTags, publicPath, development),
          inject: false,
          publicPath,
          scriptLoading: 'defer',
          minify: !development && {
            collapseWhitespace: true,
            minifyCSS: true,
            removeComments: true,
            // The gateway replaces this comment.
            ignoreCustomComments: [new RegExp(headPlaceholder.slice(4, -3))],
          },
        }),
        new CopyPlugin({ patterns: [{ from: 'public', to: 'public' }] }),
        kargoFilePlugin({ app: 'shell', version, routes }),
      ],
    };
    if (development) return browser;
    const entry = './src/prerender/prerender.tsx';
    const prerender = nodeBundle(shell, 'prerender', entry, { version, externals: [], styles });
    return [browser, prerender, inlineScripts(shell, version)];
  };
}

/** Returns the page's HTML with font preloads, the shell's CSS and names of the oldest browsers. */
function page(
  { path }: App,
  compilation: Compilation,
  tags: readonly HtmlPlugin.HtmlTagObject[],
  publicPath: string,
  development: boolean,
): string {
  const assets = compilation.getAssets();
  const names = assets.map(({ name }) => name).sort();
  const fonts = names.filter((name) => name.endsWith('.woff2'));
  const links = fonts.map(
    (name) =>
      `<link rel="preload" as="font" type="font/woff2" href="${publicPath}${name}" crossorigin>`,
  );
  const css = assets
    .filter(({ name }) => name.endsWith('.css') && name !== stylesFile)
    .map(({ source }) => source.source().toString().replaceAll('url(', `url(${publicPath}`));
  // In development the CSS is a file, for hot reload.
  if (!development) links.push(`<style>${css.join('')}</style>`);
  else links.push(`<link rel="stylesheet" href="${publicPath}${stylesFile}">`);
  const scripts = tags.filter(({ tagName }) => tagName === 'script' || development);
  return readFileSync(join(path, 'src/index.html'), 'utf8')
    .replace('<!--fonts-->', () => links.join('\n    '))
    .replace('{oldestBrowsers}', floorInWords)
    .replace('</head>', () => `${scripts.join('')}</head>`);
}
