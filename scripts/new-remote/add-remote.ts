import { join } from 'node:path';
import { type NewRemote, writeRemote } from '@kargo/create-remote/write-remote';
import { appsIn } from '@kargo/tools/remotes';
import { editRoutes, withRoute } from './edit-routes.ts';
import { writeAppSections } from './write-app-sections.ts';

/** Adds a remote to a checkout: its folder, its route, and what compose and Kubernetes say of it. */
export function addRemote(checkout: string, remote: NewRemote): void {
  writeRemote(join(checkout, `remote-${remote.name}`), remote, 'workspace');
  editRoutes(checkout, (source) => withRoute(source, remote));
  writeAppSections(checkout, appsIn(checkout));
}
