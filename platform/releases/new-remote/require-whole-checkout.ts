import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { trackedFiles } from '../git/tracked-files.ts';
import { appSections } from './app-sections.ts';
import { routeTable } from './edit-routes.ts';

/**
 * A checkout may have the folders of one team only. The lockfile and the files of compose and Kubernetes, which are
 * written from the folders, would then lose what they say of the others.
 *
 * @param removed the name of a remote that may be missing
 * @throws {CliError} when something is missing
 */
export function requireWholeCheckout(checkout: string, removed?: string): void {
  const isMissing = (path: string) => !existsSync(join(checkout, path));
  const file = [routeTable, ...appSections.map(({ file }) => file)].find(isMissing);
  if (file !== undefined)
    throw new CliError(
      `This checkout has no ${file}: remotes are added and removed in a whole one.`,
    );
  const missing = trackedFiles(checkout, ':(glob)**/package.json')
    .filter(isMissing)
    .map(dirname)
    .filter((folder) => folder !== `remote-${removed}`)
    // One that was taken away is tracked until that is committed.
    .filter((folder) => !folder.startsWith('remote-') || isNamed(checkout, folder));
  if (missing.length > 0)
    throw new CliError(
      `This checkout has no ${missing.join(', ')}, which git tracks, and files that name every package would lose it: call this in a whole checkout. What was deleted on purpose is taken away with "pnpm new-remote --remove <name>".`,
    );
}

/** Whether compose names an app, by its folder. */
export function isNamed(checkout: string, folder: string): boolean {
  const compose = readFileSync(join(checkout, 'docker-compose.yml'), 'utf8');
  return new RegExp(`^ *${folder}:`, 'm').test(compose);
}
