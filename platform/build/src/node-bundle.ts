import { join } from 'node:path';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Compiler, Configuration } from 'webpack';
import { assetModuleFilename, assets, typeScript } from './base-configuration.ts';
import { cssLoader, cssModules } from './css-modules.ts';
import type { App } from './remotes.ts';
import { resolution } from './resolution.ts';

interface NodeBundleOptions {
  version: string;
  externals: readonly string[];
  styles: (compiler: Compiler) => void;
}

/** Returns the build of `node/<name>.cjs`, which renders screens. Its user provides `externals`. */
export function nodeBundle(
  app: App,
  name: string,
  entry: string,
  { version, externals, styles }: NodeBundleOptions,
): Configuration {
  const { path: context } = app;
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
    resolve: resolution(context),
    module: {
      // So that it is a single file, without chunks.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        typeScript(context),
        // The browser's build emits the styles, and the pictures at the same addresses.
        { test: /\.css$/, exclude: cssModules, type: 'asset/source' },
        { test: cssModules, use: [cssLoader(app, version, true)] },
        { test: assets, type: 'asset/resource' },
      ],
      generator: {
        'asset/resource': { emit: false, publicPath: releasePath(app.name, version) },
      },
    },
    plugins: [styles],
    optimization: { minimize: false },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
