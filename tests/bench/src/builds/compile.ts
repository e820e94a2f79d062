import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AppConfiguration,
  type ConfigurationFactory,
  versionOf,
} from '@kargo/build/base-configuration';
import { remotesIn, shellAt } from '@kargo/build/remotes';
import { stylesPlugin } from '@kargo/build/styles-plugin';
import { root } from '@kargo/commands/settings';
import webpack, { type Configuration, type Stats } from 'webpack';

/** The shell's production builds, for the browser and for Node, with the styles of all remotes. */
export async function shellConfigurations(): Promise<AppConfiguration[]> {
  const shell = shellAt(join(root, 'shell'));
  const factory: ConfigurationFactory = (await import(join(shell.path, 'webpack.config.ts')))
    .default;
  const version = await versionOf(shell, 'production');
  const remotes = remotesIn(root).map(({ path }) => path);
  const styles = await stylesPlugin(shell, version, true, remotes);
  return [await factory({}, { mode: 'production' })].flat().map((build) => ({
    ...build,
    plugins: build.plugins?.map((plugin) => (nameOf(plugin) === styles.name ? styles : plugin)),
  }));
}

type Plugins = NonNullable<Configuration['plugins']>;

const ofFederation = ['smallRuntimePlugin', 'ModuleFederationPlugin', 'portableIdsPlugin'];

/**
 * Builds an app into a folder, with these plugins instead of those for federation.
 *
 * @throws with webpack's errors
 */
export async function buildApp(
  app: AppConfiguration,
  path: string,
  plugins: Plugins = [],
): Promise<Stats> {
  const kept = (app.plugins ?? []).filter((plugin) => !ofFederation.includes(nameOf(plugin)));
  const build = { ...app, output: { ...app.output, path }, plugins: [...kept, ...plugins] };
  const stats = await promisify<Configuration, Stats | undefined>(webpack)(build);
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  return stats;
}

const nameOf = (plugin: Plugins[number]) =>
  (typeof plugin === 'function' ? plugin.name : plugin?.constructor.name) ?? '';

/** Replaces the shell's `federation-host.ts`. */
export const screensInside = new webpack.NormalModuleReplacementPlugin(
  /[\\/]federation-host\.ts$/,
  join(root, 'tests/bench/browser/screens-inside.ts'),
);
