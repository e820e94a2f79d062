import { join } from 'node:path';
import type { SmokeTest } from '@kargo/delivery/judge-releases';
import type { Store } from '@kargo/delivery/keys';
import { runSmokeTest } from '@kargo/smoke-test/run-smoke-test';
import type { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { type StoreOptions, storeCommand } from './command.ts';
import { progress, seconds } from './progress.ts';
import { readSettings } from './settings.ts';

export interface CheckOptions extends StoreOptions {
  /** Address of the site whose API the releases will call; without it, that of this machine. */
  site?: string | undefined;
  withoutBrowser?: boolean;
  /** Whether releases are not compared with an API. */
  withoutApi?: boolean;
}

/** A command that checks releases in a browser and against an API. */
export const checkedCommand = (name: string, does: string): Command =>
  storeCommand(name, does)
    .option('--site <address>', 'the site that serves the store')
    .option('--without-browser', 'open no screens')
    .option('--without-api', 'even if the API lacks what it needs, or does not answer');

/** Keeps pictures and traces of what failed in the data folder. */
export function smokeTestFor({ store, keys }: Store, { withoutBrowser }: CheckOptions) {
  if (withoutBrowser) return undefined;
  const folder = join(readSettings(process.env).dataFolder, 'smoke-test');
  const smokeTest: SmokeTest = async (task, apps) => {
    progress(`Opening the screens of ${apps.join(', ')}`);
    const started = performance.now();
    const evidence = join(folder, new Date().toISOString().replaceAll(':', '-'));
    const opening = runSmokeTest(store, keys.publishers, apps, { ...task, evidence });
    const { notes, ...response } = await opening.catch(({ message }: Error) => {
      throw new CliError(`The screens could not be opened: ${message}`);
    });
    for (const note of notes) progress(note);
    if (response.opened.length + response.warnings.length === 0)
      progress('No route leads to one of them: nothing was opened');
    else progress(`Smoke test: ${seconds(performance.now() - started)}`);
    for (const warning of response.warnings) progress(`Warning: ${warning}`);
    return response;
  };
  return smokeTest;
}
