import { join } from 'node:path';
import type { InlineScript } from '@kargo/shared-types/releases/release-addresses';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { baseConfiguration } from './base-configuration.ts';
import type { App } from './remotes.ts';
import { syntaxPlugin } from './syntax-plugin.ts';

/** Returns the build of the shell's inline scripts, which run before any module is shared. */
export function inlineScripts(shell: App, version: string): Configuration {
  return {
    ...baseConfiguration(shell, 'production', version),
    name: 'shell-inline',
    devtool: false,
    entry: {
      fallback: './src/inline/fallback.ts',
      prerendered: './src/inline/prerendered.ts',
      framed: './src/inline/framed.ts',
    } satisfies Record<InlineScript, string>,
    output: { path: join(shell.path, 'dist/inline'), filename: '[name].js', clean: true },
    optimization: {
      // Every page has them, and Terser's output is smaller than swc's and lacks "use strict".
      minimizer: [
        new TerserPlugin({
          terserOptions: { ecma: 2020, module: true, compress: { passes: 2, unsafe_arrows: true } },
        }),
      ],
    },
    plugins: [new webpack.DefinePlugin({ shellVersion: JSON.stringify(version) }), syntaxPlugin],
  };
}
