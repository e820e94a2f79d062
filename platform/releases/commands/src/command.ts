import { enableCompileCache } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isOwnRepository } from '@kargo/build/remotes';
import { Command } from 'commander';
import { apps } from './apps.ts';
import { asCalledHere, runCommand } from './cli-error.ts';
import { step } from './progress.ts';
import { root } from './settings.ts';

export interface StoreOptions {
  /** A folder or a bucket; by default this machine's store. */
  releases?: string | undefined;
  /** Whether to create the store if there is none. */
  create?: boolean;
  /** Whether the command only reads, so that read-only credentials are enough. */
  isReader?: boolean;
}

/** A command about a release store, with its own help. */
export const storeCommand = (name: string, does: string): Command =>
  new Command(asCalledHere(`pnpm ${name}`))
    .description(does)
    .showHelpAfterError()
    .option(
      '--releases <store>',
      'a folder or s3://bucket; by default RELEASES, or the store of this machine',
      process.env.RELEASES,
    );

/** Runs a command. Caching what it and its programs compile halves the time of a short one. */
export async function run(command: Command, parameters = process.argv.slice(2)): Promise<void> {
  process.env.NODE_COMPILE_CACHE ||= join(root, 'node_modules/.cache/node');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.env.PATH = pathOfSystem();
  await runCommand(() =>
    step('', async () => {
      await command.parseAsync(parameters, { from: 'user' });
    }),
  );
  process.exit(0);
}

/** `PATH` without programs of dependencies, which npm puts first. Keeps Node, even if it is one. */
function pathOfSystem(): string {
  const isOutside = (folder: string) =>
    isAbsolute(folder) &&
    !folder.split(sep).includes('node_modules') &&
    !resolve(folder).startsWith(root + sep);
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isOutside);
  return [dirname(process.execPath), ...folders].join(delimiter);
}

/** Runs a command whose first parameter is an app, optional in a repository of one remote. */
export function runForApp(command: Command): Promise<void> {
  const given = process.argv.slice(2);
  const own = isOwnRepository(root) ? apps.map(({ name }) => name) : [];
  const withValue = command.options.filter((it) => !it.isBoolean()).map(({ long }) => long);
  const isOperand = (it: string, index: number) =>
    !it.startsWith('-') && !withValue.includes(given[index - 1]);
  const first = given.find(isOperand);
  return run(command, own.some((name) => name === first) ? given : [...own, ...given]);
}
