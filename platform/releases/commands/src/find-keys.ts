import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Keys, readKeys } from '@kargo/delivery/keys';
import {
  newPublisherKey,
  parsePublisherKey,
  publisherVariables,
} from '@kargo/release-log/rules/release-signature';
import { CliError } from './cli-error.ts';
import type { Settings } from './settings.ts';

/**
 * The keys in the environment. Without any, uses this machine's own key, which may
 * publish every app into the machine's own store. It is created once and kept in the data folder.
 *
 * @param releases the folder of another store, if the command names one
 * @throws {CliError} when it names one and the environment has no keys
 */
export async function findKeys({ dataFolder }: Settings, releases?: string): Promise<Keys> {
  const { env } = process;
  if (!env.PUBLISHERS) {
    if (releases)
      throw new CliError(
        'Set PUBLISHERS and PUBLISHER_KEY to the keys of that store, which is not the one of this machine.',
      );
    Object.assign(env, publisherVariables(await ownKey(dataFolder)));
  }
  const keys = readKeys(env);
  // The gateway needs the public keys; no build or other program may see the private one.
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
