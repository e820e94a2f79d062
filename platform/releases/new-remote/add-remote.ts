import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appsIn } from '@kargo/build/remotes';
import { CliError } from '@kargo/commands/cli-error';
import { type NewRemote, writeRemote } from '@kargo/create-remote/write-remote';
import { newPublisherKey } from '@kargo/release-log/rules/release-signature';
import {
  appSections,
  placeAmong,
  publicKeyFiles,
  withBlock,
  withPublicKey,
} from './app-sections.ts';
import { routeTable, withRoute } from './routes.ts';

/** Adds a remote to a checkout: its folder, its route, and its parts of compose and Kubernetes. */
export async function addRemote(checkout: string, remote: NewRemote): Promise<void> {
  const { name } = remote;
  const app = { name, folder: `remote-${name}` };
  if (existsSync(join(checkout, app.folder, 'src')))
    throw new CliError(`${app.folder}/ has files already: move them away, or choose another name.`);
  const apps = appsIn(checkout);
  const key = await newPublisherKey(`not-secret-${name}`, [name]);
  const texts = new Map<string, string>();
  const textOf = (file: string) => texts.get(file) ?? readFileSync(join(checkout, file), 'utf8');
  texts.set(routeTable, withRoute(textOf(routeTable), remote));
  for (const section of appSections) {
    const { file } = section;
    texts.set(file, withBlock(textOf(file), section, apps, app, key));
  }
  for (const file of publicKeyFiles)
    texts.set(file, withPublicKey(textOf(file), placeAmong(apps, app), key));
  writeRemote(join(checkout, app.folder), remote, 'workspace');
  for (const [file, text] of texts) writeFileSync(join(checkout, file), text);
}
