import { existsSync } from 'node:fs';
import { formatProblem } from '@kargo/create-remote/format-problem';
import { type App, isOwnRepository } from '@kargo/tools/remotes';
import { requireSharedVersions } from '@kargo/tools/require-shared-versions';
import { apps } from './apps.ts';
import { CliError } from './cli-error.ts';
import { root } from './settings.ts';

/** The apps whose sources are here; others can be in the store. */
const buildable = apps.filter(({ path }) => existsSync(path));

export const namesHere = buildable.map(({ name }) => name).join(', ');

/** @throws {CliError} when the sources of the app are not here */
export function requireSources(name: string): App {
  const app = buildable.find((it) => it.name === name);
  if (app) return app;
  throw new CliError(`This checkout has no app "${name}"; it has ${namesHere}.${wayOut(name)}`);
}

/** Advises what to do about a name that no app has; says nothing where that would be refused. */
function wayOut(name: string): string {
  const meant = buildable.find(({ folder }) => folder === name);
  if (meant) return ` The app of ${meant.folder}/ is called "${meant.name}".`;
  const isWhole = buildable.length === apps.length;
  if (isOwnRepository(root) || !isWhole || formatProblem({ name, path: '/path' })) return '';
  return ` "pnpm new-remote ${name} /path" adds a remote.`;
}

/** @throws {CliError} when an app is compiled with another version of a library than the site has */
export function requireInstalled({ path }: App): void {
  try {
    requireSharedVersions(path);
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}
