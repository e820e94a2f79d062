import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@kargo/commands/settings';
import type { AppConfiguration, ConfigurationFactory } from '@kargo/tools/base-configuration';
import webpack, { type Configuration, type Stats } from 'webpack';

/** The configurations of an app's production build, for the browser and for Node. */
export async function configurationsOf(appFolder: string): Promise<AppConfiguration[]> {
  const file = join(root, appFolder, 'webpack.config.ts');
  const factory: ConfigurationFactory = (await import(file)).default;
  return [await factory({}, { mode: 'production' })].flat();
}

/** The plugins of an app's build, without those for federation. */
export function pluginsWithoutFederation({ plugins = [] }: AppConfiguration) {
  const ofFederation = [
    'ModuleFederationPlugin',
    'portableIdsPlugin',
    // Removes parts of the runtime that a textbook build needs.
    'NormalModuleReplacementPlugin',
  ];
  return plugins.filter((plugin) => !ofFederation.includes(nameOf(plugin)));
}

/** The name of a plugin's function or class. */
export const nameOf = (plugin: NonNullable<Configuration['plugins']>[number]) =>
  (typeof plugin === 'function' ? plugin.name : plugin?.constructor.name) ?? '';

/** A plugin that replaces the shell's `federation-host.ts` by another file. */
export function screensLoadedBy(file: string) {
  const path = join(root, 'tests/bench/browser', file);
  return new webpack.NormalModuleReplacementPlugin(/[\\/]federation-host\.ts$/, path);
}

/** @throws with webpack's errors */
export async function compile(configuration: Configuration): Promise<Stats> {
  const stats = await promisify<Configuration, Stats | undefined>(webpack)(configuration);
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  return stats;
}
