import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { appsIn } from '@kargo/tools/remotes';
import { trackedFiles } from '../git/tracked-files.ts';
import { uncommittedFiles } from '../git/uncommitted-files.ts';
import { readRouteTable, routeTable, withoutRoutes } from './edit-routes.ts';
import { isNamed } from './require-whole-checkout.ts';
import { withAppSections } from './with-app-sections.ts';
import { writeTexts } from './write-texts.ts';

interface RemoveOptions {
  /** Whether changes that are not committed may be lost. */
  anyway?: boolean;
}

/**
 * Takes a remote out of a checkout: what `addRemote` wrote, and what was added to its folder since. Part of it may be
 * gone already, such as the folder, which somebody deleted, or which is a repository of its own.
 *
 * @throws {CliError} before anything is written
 */
export function removeRemote(
  checkout: string,
  name: string,
  { anyway = false }: RemoveOptions = {},
): void {
  const folder = `remote-${name}`;
  const source = readRouteTable(checkout);
  const routes = withoutRoutes(source, name);
  const isThere =
    /^\w+$/.test(name) &&
    (existsSync(join(checkout, folder)) || routes !== source || isNamed(checkout, folder));
  if (!isThere)
    throw new CliError(`There is no remote "${name}" to remove: neither a folder nor a route.`);
  if (!anyway) refuseLosing(checkout, folder);
  const others = appsIn(checkout).filter((app) => app.name !== name);
  const texts = withAppSections(checkout, others).set(routeTable, routes);
  rmSync(join(checkout, folder), { recursive: true, force: true });
  writeTexts(checkout, texts);
}

/** A remote that was never committed is taken away at once: somebody only tried out a name. */
function refuseLosing(checkout: string, folder: string): void {
  const files = uncommittedFiles(checkout, folder);
  if (files.length > 0 && trackedFiles(checkout, folder).length > 0)
    throw new CliError(
      `${files.join(', ')} would be lost: commit what is in ${folder}/ first, or add --anyway to delete it.`,
    );
}
