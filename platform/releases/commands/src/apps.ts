import { existsSync } from 'node:fs';
import { type App, appsIn, remotesIn } from '@kargo/build/remotes';
import { CliError } from './cli-error.ts';
import { root } from './settings.ts';

export const remotes = remotesIn(root);

/** The shell and the remotes. */
export const apps = appsIn(root);

/** The apps whose sources are in this checkout; the store may have others. */
const buildable = apps.filter(({ path }) => existsSync(path));

export const namesHere = buildable.map(({ name }) => name).join(', ');

/** @throws {CliError} when this checkout lacks the app's sources */
export function requireSources(name: string): App {
  const app = buildable.find((it) => it.name === name);
  if (app) return app;
  throw new CliError(`This checkout has no app "${name}"; it has ${namesHere}.`);
}
