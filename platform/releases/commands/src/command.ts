import { delimiter, isAbsolute, resolve, sep } from 'node:path';
import { isOwnRepository } from '@kargo/tools/remotes';
import { Command } from 'commander';
import { apps } from './apps.ts';
import { asCalledHere, runCommand } from './cli-error.ts';
import { root } from './settings.ts';

export interface StoreOptions {
  /** A folder or a bucket; without it, the store of this machine. */
  releases?: string | undefined;
  /** Whether the store is created if there is none. */
  create?: boolean;
  /** Whether the command only reads: credentials that may write nothing are enough. */
  isReader?: boolean;
}

/** A command about a release store, with a help of its own. */
export const storeCommand = (name: string, does: string): Command =>
  new Command(asCalledHere(`pnpm ${name}`))
    .description(does)
    .showHelpAfterError()
    .option(
      '--releases <store>',
      'a folder or s3://bucket; by default RELEASES, or the store of this machine',
      process.env.RELEASES,
    );

/** Runs a command with the parameters that it was called with. */
export async function run(command: Command, parameters = process.argv.slice(2)): Promise<void> {
  process.env.PATH = pathOfSystem();
  await runCommand(async () => {
    await command.parseAsync(parameters, { from: 'user' });
  });
  process.exit(0);
}

/** Returns `PATH` without what npm puts first: programs of dependencies, whatever their names. */
function pathOfSystem(): string {
  const isOutside = (folder: string) =>
    isAbsolute(folder) &&
    !folder.split(sep).includes('node_modules') &&
    !resolve(folder).startsWith(root + sep);
  return (process.env.PATH ?? '').split(delimiter).filter(isOutside).join(delimiter);
}

/** Runs a command whose first parameter is an app. In the repository of one remote, its name can be left out. */
export function runForApp(command: Command): Promise<void> {
  const given = process.argv.slice(2);
  const own = isOwnRepository(root) ? apps.map(({ name }) => name) : [];
  return run(command, own.some((name) => given.includes(name)) ? given : [...own, ...given]);
}
