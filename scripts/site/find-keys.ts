import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Keys, readKeys } from 'delivery/keys';
import {
  newPublisherKey,
  parsePublisherKey,
  publisherVariables,
} from 'shared-types/releases/release-signature';
import { CliError } from './cli-error.ts';
import type { Settings } from './settings.ts';

/**
 * The keys that the environment names. Without any they are those of this machine, which may publish
 * every app into its own store: made at first, and kept in the data folder.
 *
 * @param releases a store that was named, which is another one's
 * @throws {CliError} when the keys of another store are not known
 */
export async function findKeys({ dataFolder }: Settings, releases?: string): Promise<Keys> {
  const { env } = process;
  if (!env.PUBLISHERS) {
    if (releases)
      throw new CliError(
        'Set PUBLISHERS and PUBLISHER_KEY to the keys of that store: it is not that of this machine.',
      );
    Object.assign(env, publisherVariables(await ownKey(dataFolder)));
  }
  const keys = readKeys(env);
  // The gateway needs the others; this one is for no build and no other program.
  delete env.PUBLISHER_KEY;
  return keys;
}

async function ownKey(dataFolder: string) {
  const file = join(dataFolder, 'publisher-key.json');
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true });
    const key = await newPublisherKey('this-machine', ['*']);
    writeFileSync(file, JSON.stringify(key), { mode: 0o600 });
  }
  return parsePublisherKey(readFileSync(file, 'utf8'), file);
}
