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
import { cssLoader } from './css-modules.ts';
import { devServer } from './dev-server.ts';
import { integrityPlugin } from './integrity-plugin.ts';
import { releaseVersion } from './release-version.ts';
import type { App } from './remotes.ts';
import { resolution } from './resolution.ts';
import { stableNamesPlugin } from './stable-names-plugin.ts';
import { syntaxPlugin } from './syntax-plugin.ts';

export type Mode = 'production' | 'development';

export type AppConfiguration = Configuration & { devServer?: DevServerConfiguration };

/** webpack-cli calls it for `webpack --mode production` and `webpack serve --mode development`. */
export type ConfigurationFactory = (
  env: { alone?: boolean },
  argv: { mode?: Mode },
) => Promise<AppConfiguration | AppConfiguration[]>;

export async function versionOf(app: App, mode: Mode): Promise<string> {
  return mode === 'production' ? await releaseVersion(app.path) : developmentVersion;
}

/** A release's folder contains its version, so file names need no hash. */
export const assetModuleFilename = '[name][ext]';

/** Files that are served unchanged: fonts, pictures, films. */
export const assets = /\.(woff2|svg|png|webp|avif|mp4|webm)$/;

/** Modules that get no React Refresh because they run before any module is shared. */
const beforeSharing = [/node_modules/, /build[\\/]runtime/, /shared-types/];

/** Returns the settings that the browser builds of all apps share. */
export function baseConfiguration(app: App, mode: Mode, version: string): AppConfiguration {
  const { path: context } = app;
  const isDevelopment = mode === 'development';
  return {
    mode,
    context,
    target: `browserslist:${browserslistFile}`,
    devtool: isDevelopment ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(context, 'dist'),
      clean: { keep: /^(node|inline)\// },
      publicPath: 'auto',
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename,
      // A page may load two releases of an app, and equal names would mix up their chunks.
      uniqueName: `kargo_${app.name}_${version}`,
      chunkLoadingGlobal: chunkListKey(app.name, version),
    },
    resolve: resolution(context),
    module: {
      rules: [
        typeScript(context, isDevelopment),
        // Builds replace all calls to its functions.
        { test: /[\\/]styled-system[\\/]/, sideEffects: false },
        // Emotion imports it without using it.
        { test: /[\\/]hoist-non-react-statics[\\/]/, sideEffects: false },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, cssLoader(app, version)] },
        { test: assets, type: 'asset/resource' },
      ],
    },
    optimization: {
      // Pages preload every chunk, but one whose modules are all in other chunks would never run.
      flagIncludedChunks: false,
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          // License comments go into a separate file, without a banner in the script.
          extractComments: { condition: true, banner: false },
        }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: '[name].css' }),
      ...(isDevelopment
        ? [new ReactRefreshPlugin({ overlay: false, exclude: beforeSharing })]
        : [stableNamesPlugin(app.name, version), syntaxPlugin, integrityPlugin]),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    devServer: devServer(app.port, context),
  };
}

/** Resolves loaders from here, so that apps need not install them. */
const loader = createRequire(import.meta.url).resolve;

/** Packed files have another extension. */
const inlinePaths = join(
  import.meta.dirname,
  `inline-paths-loader${extname(import.meta.filename)}`,
);

/** Returns the rule for TypeScript. It does not check types; `pnpm check` does. */
export function typeScript(context: string, isDevelopment = false) {
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
    use: [{ loader: loader('ts-loader'), options }, ...(isDevelopment ? [] : [inlinePaths])],
  };
}
