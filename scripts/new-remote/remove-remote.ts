import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { appsIn } from '@kargo/tools/remotes';
import { editRoutes, withoutRoutes } from './edit-routes.ts';
import { writeAppSections } from './write-app-sections.ts';

/** Takes a remote out of a checkout: what `addRemote` wrote, and what was added to its folder since. */
export function removeRemote(checkout: string, name: string): void {
  rmSync(join(checkout, `remote-${name}`), { recursive: true });
  editRoutes(checkout, (source) => withoutRoutes(source, name));
  writeAppSections(checkout, appsIn(checkout));
}
