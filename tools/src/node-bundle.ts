import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { root, typeScript } from './base-configuration.ts';
import type { App } from './remotes.ts';

/**
 * The bundle of an app that renders its screens in Node, published inside its release as
 * `node/<name>.cjs`. What is external has to be handed in by whoever loads it.
 */
export function nodeBundle(
  app: App,
  name: string,
  entry: string,
  externals: readonly string[],
): Configuration {
  const context = join(root, app.folder);
  return {
    name: `${app.name}-node`,
    mode: 'production',
    context,
    target: 'node24',
    devtool: false,
    entry,
    output: {
      path: join(context, 'dist/node'),
      filename: `${name}.cjs`,
      library: { type: 'commonjs2' },
      clean: true,
    },
    externals: Object.fromEntries(externals.map((request) => [request, `commonjs2 ${request}`])),
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    resolveLoader: { modules: [join(root, 'tools/node_modules'), 'node_modules'] },
    module: {
      // One file: a chunk that the browser loads later is part of it.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        typeScript(context, { refresh: false }),
        // Styles and pictures belong to the browser's build; here only their addresses would.
        { test: /\.(css|woff2|svg|png|webp|avif|mp4|webm)$/, type: 'asset/inline' },
      ],
    },
    optimization: { minimize: false },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
