import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { appsIn } from '@kargo/tools/remotes';
import { trackedFiles } from '../git/tracked-files.ts';
import { uncommittedFiles } from '../git/uncommitted-files.ts';
import { routeTable, withoutRoutes } from './edit-routes.ts';
import { withAppSections } from './with-app-sections.ts';
import { writeTexts } from './write-texts.ts';

interface RemoveOptions {
  /** Whether changes that are not committed may be lost. */
  anyway?: boolean;
}

/**
 * Takes a remote out of a checkout: what `addRemote` wrote, and what was added to its folder since.
 *
 * @throws {CliError} before anything is written
 */
export function removeRemote(
  checkout: string,
  name: string,
  { anyway = false }: RemoveOptions = {},
): void {
  const folder = `remote-${name}`;
  if (!anyway) refuseLosing(checkout, folder);
  const others = appsIn(checkout).filter((app) => app.name !== name);
  const texts = withAppSections(checkout, others);
  texts.set(routeTable, withoutRoutes(readFileSync(join(checkout, routeTable), 'utf8'), name));
  rmSync(join(checkout, folder), { recursive: true });
  writeTexts(checkout, texts);
}

/** What was added and never committed can be taken away at once; then somebody tries out a name. */
function refuseLosing(checkout: string, folder: string): void {
  const files = uncommittedFiles(checkout, folder);
  if (files.length > 0 && trackedFiles(checkout, folder).length > 0)
    throw new CliError(
      `${files.join(', ')} would be lost: commit what is in ${folder}/ first, or add --anyway to delete it.`,
    );
}
