import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import refreshTransformer from 'react-refresh-typescript';
import type { PublishedRoutes } from 'shared-types/release';
import type { RemoteName } from 'shared-types/screens';
import TerserPlugin from 'terser-webpack-plugin';
import type { Compilation, Configuration } from 'webpack';
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { ReleaseFilePlugin } from './release-file-plugin.ts';
import { releaseVersion } from './release-version.ts';
import { remotes, shell } from './remotes.ts';
import { hostSharing, remoteSharing } from './sharing.ts';

type Mode = 'production' | 'development';

/** What webpack-cli calls: `webpack --mode production`, or `webpack serve`. */
type ConfigurationFactory = (
  env: unknown,
  argv: { mode?: Mode },
) => Promise<Configuration & { devServer?: DevServerConfiguration }>;

const root = join(import.meta.dirname, '../..');
const resolveHere = createRequire(import.meta.url).resolve;

/** The build of the host. `routes` is published beside it, for the gateway. */
export function defineShell({ routes }: { routes: PublishedRoutes }): ConfigurationFactory {
  return async (_env, { mode = 'production' }) => {
    const version = await versionOf(shell.folder, mode);
    const publicPath =
      mode === 'production' ? `/releases/shell/${version}/` : `http://localhost:${shell.port}/`;
    const base = baseConfiguration({ app: shell, mode, version });
    return {
      ...base,
      entry: './src/index.tsx',
      plugins: [
        ...(base.plugins ?? []),
        federation({
          name: 'kargo_shell',
          shared: { ...hostSharing(), ...(mode === 'development' ? refreshSharing() : {}) },
        }),
        new HtmlPlugin({
          // Not `template`: that compiles in a child compiler, which hands out the shared modules too.
          templateContent: ({ compilation }) => page(compilation, publicPath),
          publicPath,
          scriptLoading: 'defer',
          minify: false,
        }),
        new CopyPlugin({ patterns: [{ from: 'public', to: 'public' }] }),
        new ReleaseFilePlugin({ app: 'shell', version, routes }),
      ],
    };
  };
}

/** The page's HTML, with the fonts' preload links where it says `<!--fonts-->`. */
function page(compilation: Compilation, publicPath: string): string {
  const fonts = compilation.getAssets().filter(({ name }) => name.endsWith('.woff2'));
  const links = fonts.map(
    ({ name }) =>
      `<link rel="preload" as="font" type="font/woff2" href="${publicPath}${name}" crossorigin>`,
  );
  return readFileSync(join(root, 'shell/src/index.html'), 'utf8').replace(
    '<!--fonts-->',
    links.join('\n    '),
  );
}

/** The build of a remote: one exposed module per screen, nothing shared inside. */
export function defineRemote(name: RemoteName): ConfigurationFactory {
  return async (_env, { mode = 'production' }) => {
    const remote = remotes.find((candidate) => candidate.name === name);
    if (!remote) throw new Error(`tools/src/remotes.ts knows no remote "${name}"`);
    const version = await versionOf(remote.folder, mode);
    const base = baseConfiguration({ app: remote, mode, version });
    return {
      ...base,
      entry: {},
      plugins: [
        ...(base.plugins ?? []),
        federation({
          name: `kargo_${name}`,
          filename: mode === 'production' ? 'remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
          exposes: Object.fromEntries(
            remote.screens.map((screen) => [`./${screen}`, `./src/screens/${screen}.tsx`]),
          ),
          shared: { ...remoteSharing(), ...(mode === 'development' ? refreshSharing() : {}) },
          manifest: true,
        }),
        new ReleaseFilePlugin({ app: name, version }),
      ],
    };
  };
}

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

/** The federation plugin, with all that is the same in every build. */
export function federation(options: FederationOptions): ModuleFederationPlugin {
  return new ModuleFederationPlugin({
    shareStrategy: 'loaded-first',
    experiments: { asyncStartup: true },
    runtimePlugins: [join(root, 'tools/runtime/chunk-loading-plugin.ts')],
    manifest: false,
    dts: false,
    ...options,
  });
}

/** React Refresh updates a remote's screen only if all apps share its one runtime. */
function refreshSharing() {
  const shared = { singleton: true, eager: true, requiredVersion: false } as const;
  return {
    [resolveHere('react-refresh/runtime')]: { ...shared, shareKey: 'react-refresh/runtime' },
  };
}

async function versionOf(folder: string, mode: Mode): Promise<string> {
  return mode === 'production' ? await releaseVersion(folder) : 'dev';
}

function baseConfiguration({
  app,
  mode,
  version,
}: {
  app: { name: string; folder: string; port: number };
  mode: Mode;
  version: string;
}): Configuration & { devServer?: DevServerConfiguration } {
  const context = join(root, app.folder);
  const development = mode === 'development';
  return {
    mode,
    context,
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : 'source-map',
    output: {
      path: join(context, 'dist'),
      clean: true,
      publicPath: 'auto',
      filename: development ? '[name].js' : '[name].[contenthash:8].js',
      chunkFilename: development ? '[name].js' : '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      // Two releases of one app may live in one page; equal names would mix up their chunks.
      uniqueName: `kargo_${app.name}_${version}`,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // Modules of this package's dependencies are found from the package, the loaders from here.
    },
    resolveLoader: { modules: [join(root, 'tools/node_modules'), 'node_modules'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'ts-loader',
          options: {
            transpileOnly: true,
            configFile: join(context, 'tsconfig.json'),
            compilerOptions: { noEmit: false, allowImportingTsExtensions: false },
            getCustomTransformers: () => ({
              before: development ? [refreshTransformer.default()] : [],
            }),
          },
        },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: /\.(woff2|svg|png|webp|avif|mp4|webm)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify })],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: development ? '[name].css' : '[name].[contenthash:8].css',
      }),
      ...(development ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    ...(development ? { devServer: devServer(app.port, context) } : {}),
  };
}

function devServer(port: number, context: string): DevServerConfiguration {
  return {
    port,
    hot: true,
    liveReload: false,
    headers: { 'Access-Control-Allow-Origin': '*' },
    allowedHosts: 'all',
    client: {
      webSocketURL: `ws://localhost:${port}/ws`,
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
    ...(existsSync(join(context, 'public'))
      ? { static: { directory: join(context, 'public'), publicPath: '/public' } }
      : {}),
  };
}
