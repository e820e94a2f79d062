import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { trackedFiles } from '../git/tracked-files.ts';
import { appSections, publicKeyFiles } from './app-sections.ts';
import { routeTable } from './edit-routes.ts';

/**
 * A checkout may have the folders of one team only. The lockfile and the files of compose and Kubernetes, which are
 * written from the folders, would then lose what they say of the others. Throws a CliError when something is missing.
 */
export function requireWholeCheckout(checkout: string): void {
  const isMissing = (path: string) => !existsSync(join(checkout, path));
  const written = [routeTable, ...appSections.map(({ file }) => file), ...publicKeyFiles];
  const file = written.find(isMissing);
  if (file !== undefined)
    throw new CliError(`This checkout has no ${file}: remotes are added in a whole one.`);
  const missing = trackedFiles(checkout, ':(glob)**/package.json').filter(isMissing).map(dirname);
  if (missing.length > 0)
    throw new CliError(
      `This checkout has no ${missing.join(', ')}, which git tracks, and files that name every package would lose it: call this in a whole checkout. What was deleted on purpose has to be committed.`,
    );
}
