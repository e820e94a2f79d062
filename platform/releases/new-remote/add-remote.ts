import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { type NewRemote, writeRemote } from '@kargo/create-remote/write-remote';
import { newPublisherKey } from '@kargo/release-log/contract/release-signature';
import { appsIn } from '@kargo/tools/remotes';
import {
  appSections,
  placeAmong,
  publicKeyFiles,
  withBlock,
  withPublicKey,
} from './app-sections.ts';
import { readRouteTable, routeTable, withRoute } from './edit-routes.ts';

/**
 * Adds a remote to a checkout: its folder, its route, and what compose and Kubernetes say of it. Throws a CliError
 * before anything is written.
 */
export async function addRemote(checkout: string, remote: NewRemote): Promise<void> {
  const { name } = remote;
  const app = { name, folder: `remote-${name}` };
  refuseOverwriting(checkout, app.folder);
  const apps = appsIn(checkout);
  // Production refuses a key of this name.
  const key = await newPublisherKey(`not-secret-${name}`, [name]);
  const texts = new Map([[routeTable, withRoute(readRouteTable(checkout), remote)]]);
  const textOf = (file: string) => texts.get(file) ?? readFileSync(join(checkout, file), 'utf8');
  for (const section of appSections) {
    const { file } = section;
    texts.set(file, withBlock(textOf(file), section, apps, app, key));
  }
  for (const file of publicKeyFiles)
    texts.set(file, withPublicKey(textOf(file), placeAmong(apps, app), key));
  writeRemote(join(checkout, app.folder), remote, 'workspace');
  for (const [file, text] of texts) writeFileSync(join(checkout, file), text);
}

/** Installing, building and `dev` leave these in a folder whose files are gone. */
const leftovers = ['node_modules', 'dist', '.mf'];

/** @throws {CliError} when the folder of a new remote has files of somebody */
function refuseOverwriting(checkout: string, folder: string): void {
  const path = join(checkout, folder);
  const files = existsSync(path) ? readdirSync(path) : [];
  const kept = files.filter((file) => !leftovers.includes(file));
  if (kept.length > 0)
    throw new CliError(
      `${folder}/ has files already (${kept.join(', ')}): move them away, or choose another name.`,
    );
}
