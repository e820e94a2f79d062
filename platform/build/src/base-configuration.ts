import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { chunkListKey } from '@kargo/shared-types/page/script-loading';
import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import refreshTransformer from 'react-refresh-typescript';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { browserslistFile, ecmaVersion } from './browser-floor.ts';
import { devServer } from './dev-server.ts';
import { integrityPlugin } from './integrity-plugin.ts';
import { releaseVersion } from './release-version.ts';
import type { App } from './remotes.ts';
import { resolution } from './resolution.ts';
import { syntaxPlugin } from './syntax-plugin.ts';

export type Mode = 'production' | 'development';

export type AppConfiguration = Configuration & { devServer?: DevServerConfiguration };

/** The function that webpack-cli calls, for `webpack --mode production`, or `webpack serve --mode development`. */
export type ConfigurationFactory = (
  env: { alone?: boolean; site?: string },
  argv: { mode?: Mode },
) => Promise<AppConfiguration | AppConfiguration[]>;

export async function versionOf(app: App, mode: Mode): Promise<string> {
  return mode === 'production' ? await releaseVersion(app.path) : developmentVersion;
}

export const assetModuleFilename = '[name].[contenthash:8][ext]';

/** Files that are served unchanged: fonts, pictures, films. */
export const assets = /\.(woff2|svg|png|webp|avif|mp4|webm)$/;

/** Modules without React Refresh, since they run before any module is shared. */
const beforeSharing = [/node_modules/, /build[\\/]runtime/, /shared-types/];

/** Configuration common to the browser builds of all apps. */
export function baseConfiguration(app: App, mode: Mode, version: string): AppConfiguration {
  const { path: context } = app;
  const isDevelopment = mode === 'development';
  const name = isDevelopment ? '[name]' : '[name].[contenthash:8]';
  return {
    mode,
    context,
    target: `browserslist:${browserslistFile}`,
    devtool: isDevelopment ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(context, 'dist'),
      clean: { keep: /^(node|inline)\// },
      publicPath: 'auto',
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      assetModuleFilename,
      // Two releases of an app may be loaded in one page; equal names would mix up their chunks.
      uniqueName: `kargo_${app.name}_${version}`,
      chunkLoadingGlobal: chunkListKey(app.name, version),
    },
    resolve: resolution(context),
    module: {
      rules: [
        typeScript(context, { isDevelopment }),
        // Emotion imports it without using it.
        { test: /[\\/]hoist-non-react-statics[\\/]/, sideEffects: false },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, loader('css-loader')] },
        { test: assets, type: 'asset/resource' },
      ],
    },
    optimization: {
      // A chunk whose modules are in another one too would never run, though pages preload it.
      flagIncludedChunks: false,
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          // Licenses stand in a file beside the script, which no visitor needs to be told.
          extractComments: { condition: true, banner: false },
        }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `${name}.css` }),
      ...(isDevelopment
        ? [new ReactRefreshPlugin({ overlay: false, exclude: beforeSharing })]
        : [syntaxPlugin, integrityPlugin]),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    devServer: devServer(app.port, context),
  };
}

/** The path of a loader, which an app need not have installed itself. */
const loader = createRequire(import.meta.url).resolve;

/** Packed files have another ending. */
const productionLoaders = ['static-styles-loader', 'inline-paths-loader'].map((name) => ({
  loader: join(import.meta.dirname, name + extname(import.meta.filename)),
}));

/** The rule for TypeScript. It does not check types: `pnpm check` does. */
export function typeScript(context: string, { isDevelopment }: { isDevelopment: boolean }) {
  const options = {
    transpileOnly: true,
    configFile: join(context, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      target: `es${ecmaVersion}`,
    },
    getCustomTransformers: () => ({ before: isDevelopment ? [refreshTransformer.default()] : [] }),
  };
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    use: [{ loader: loader('ts-loader'), options }, ...(isDevelopment ? [] : productionLoaders)],
  };
}
