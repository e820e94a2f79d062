import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppConfiguration, ConfigurationFactory } from '@kargo/build/base-configuration';
import { root } from '@kargo/commands/settings';
import webpack, { type Configuration, type Stats } from 'webpack';

/** The configurations of the shell's production builds, for the browser and for Node. */
export async function shellConfigurations(): Promise<AppConfiguration[]> {
  const file = join(root, 'shell/webpack.config.ts');
  const factory: ConfigurationFactory = (await import(file)).default;
  return [await factory({}, { mode: 'production' })].flat();
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
