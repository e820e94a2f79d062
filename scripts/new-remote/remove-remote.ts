import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appsIn } from '@kargo/tools/remotes';
import { routeTable, withoutRoutes } from './edit-routes.ts';
import { withAppSections } from './with-app-sections.ts';
import { writeTexts } from './write-texts.ts';

/**
 * Takes a remote out of a checkout: what `addRemote` wrote, and what was added to its folder since.
 *
 * @throws {CliError} before anything is written
 */
export function removeRemote(checkout: string, name: string): void {
  const others = appsIn(checkout).filter((app) => app.name !== name);
  const texts = withAppSections(checkout, others);
  texts.set(routeTable, withoutRoutes(readFileSync(join(checkout, routeTable), 'utf8'), name));
  rmSync(join(checkout, `remote-${name}`), { recursive: true });
  writeTexts(checkout, texts);
}
