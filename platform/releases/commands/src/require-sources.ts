import { existsSync } from 'node:fs';
import type { App } from '@kargo/tools/remotes';
import { apps } from './apps.ts';
import { CliError } from './cli-error.ts';

/** The apps whose sources are here; others can be in the store. */
const buildable = apps.filter(({ path }) => existsSync(path));

export const namesHere = buildable.map(({ name }) => name).join(', ');

/** @throws {CliError} when the sources of the app are not here */
export function requireSources(name: string): App {
  const app = buildable.find((it) => it.name === name);
  if (app) return app;
  throw new CliError(`This checkout has no app "${name}"; it has ${namesHere}.`);
}
