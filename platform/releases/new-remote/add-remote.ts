import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NewRemote, writeRemote } from '@kargo/create-remote/write-remote';
import { remotesIn, shellAt } from '@kargo/tools/remotes';
import type { NamedApp } from './app-sections.ts';
import { readRouteTable, routeTable, withRoute } from './edit-routes.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import { withAppSections } from './with-app-sections.ts';

/**
 * Adds a remote to a checkout: its folder, its route, and what compose and Kubernetes say of it.
 *
 * @throws {CliError} before anything is written
 */
export function addRemote(checkout: string, remote: NewRemote): void {
  const { name } = remote;
  const folder = `remote-${name}`;
  refuseOverwriting(checkout, folder);
  const texts = withAppSections(checkout, appsWith(checkout, { name, folder }));
  texts.set(routeTable, withRoute(readRouteTable(checkout), remote));
  writeRemote(join(checkout, folder), remote, 'workspace');
  for (const [file, text] of texts) writeFileSync(join(checkout, file), text);
}

/** The apps of a checkout and a new remote, in the order in which they are found by their folders. */
function appsWith(checkout: string, remote: NamedApp): NamedApp[] {
  const remotes = [...remotesIn(checkout), remote].sort((one, other) =>
    one.folder < other.folder ? -1 : 1,
  );
  return [shellAt(join(checkout, 'shell')), ...remotes];
}
