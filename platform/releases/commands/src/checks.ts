import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SmokeTest } from '@kargo/delivery/judge-releases';
import { type KeyedStore, signerOf } from '@kargo/delivery/keys';
import type { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { type StoreOptions, storeCommand } from './command.ts';
import { progress, seconds, step } from './progress.ts';
import { readSettings } from './settings.ts';

export interface CheckOptions extends StoreOptions {
  /** Address of the site whose API the releases will call; by default this machine's. */
  site?: string | undefined;
  withoutBrowser?: boolean;
  withoutApi?: boolean;
}

/** How many smoke tests keep their pictures and traces. */
const keptRuns = 20;

/** A command that checks releases in a browser and against an API. */
export const checkedCommand = (name: string, does: string): Command =>
  storeCommand(name, does)
    .option('--site <address>', 'the site that serves the store')
    .option('--without-browser', 'open no screens')
    .option('--without-api', 'even if the API lacks what it needs, or does not answer');

/**
 * Keeps pictures, and traces of failures, in the data folder.
 *
 * @param soon apps whose new releases will be judged soon; starts a browser early
 */
export function smokeTestFor(
  { store, keys }: KeyedStore,
  { withoutBrowser }: CheckOptions,
  soon?: readonly string[],
) {
  if (withoutBrowser) return undefined;
  const folder = join(readSettings(process.env).dataFolder, 'smoke-test');
  const program = import('@kargo/smoke-test/run-smoke-test');
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder).sort().slice(0, -keptRuns))
    rmSync(join(folder, old), { recursive: true, force: true });
  let prepared = soon && program.then((it) => it.prepareSmokeTest(folder, soon));
  const smokeTest: SmokeTest = async (task, apps) => {
    const { runSmokeTest } = await program;
    const started = performance.now();
    const evidence = join(folder, new Date().toISOString().replaceAll(':', '-'));
    const judge = { ...keys, by: signerOf(keys) };
    const running = await prepared;
    // A prepared browser can be used only once.
    prepared = undefined;
    const opening = step(`Judging the screens of ${apps.join(', ')}`, (tell) =>
      runSmokeTest(store, judge, apps, { ...task, evidence, tell }, running),
    );
    const { notes, now, pictures, ...response } = await opening.catch(({ message }: Error) => {
      throw new CliError(`The screens could not be opened: ${message}`);
    });
    for (const note of notes) progress(note);
    if (response.opened.length + response.warnings.length === 0)
      progress('No screen with a route has changed: nothing was opened');
    else
      progress(
        `Screens opened: ${now} in ${seconds(performance.now() - started)}; judged before: ${response.opened.length - now}`,
      );
    if (pictures) progress(`What looks different: ${pathToFileURL(pictures)}`);
    for (const warning of response.warnings) progress(`Warning: ${warning}`);
    return response;
  };
  return smokeTest;
}
