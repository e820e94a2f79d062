import { join } from 'node:path';
import { releasePath } from 'shared-types/releases/release-addresses';
import type { Configuration } from 'webpack';
import { assetModuleFilename, assets, root, typeScript } from './base-configuration.ts';
import type { App } from './remotes.ts';

/**
 * Bundle for rendering an app's screens in Node, published as `node/<name>.cjs` in its release.
 * Whoever loads it supplies the external modules.
 */
export function nodeBundle(
  app: App,
  name: string,
  entry: string,
  { version, externals }: { version: string; externals: readonly string[] },
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
      assetModuleFilename,
    },
    externals: Object.fromEntries(externals.map((request) => [request, `commonjs2 ${request}`])),
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    resolveLoader: { modules: [join(root, 'tools/node_modules'), 'node_modules'] },
    module: {
      // One file, without chunks.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        typeScript(context, { refresh: false }),
        // Styles come from the browser's build, and so do pictures, under the same addresses.
        { test: /\.css$/, type: 'asset/source' },
        { test: assets, type: 'asset/resource' },
      ],
      generator: {
        'asset/resource': { emit: false, publicPath: releasePath(app.name, version) },
      },
    },
    optimization: { minimize: false },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
