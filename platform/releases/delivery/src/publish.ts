import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOf } from '@kargo/release-log/contract/release-gate';
import { readLog } from '@kargo/release-log/log/read-log';
import { printPlainly } from '@kargo/release-log/plain-text';
import { openStoreToWrite } from '@kargo/release-log/stores/open-release-store';
import type { Release } from '@kargo/shared-types/releases/release';
import { cleanStore } from './clean.ts';
import { readKeys, type Store } from './keys.ts';
import { makeCurrentTogether } from './make-current-together.ts';
import { storeBuild } from './store-build.ts';
import { warnOfLog } from './warn-of-log.ts';

interface Publication extends Store {
  /** Folders of builds, each with its `release.json`. */
  from: readonly string[];
  /** How long refused builds wait for those of other publishers. */
  timeoutMs?: number;
}

/**
 * Copies builds to `<app>/<version>/` in the store, and makes all of them current in one step. Throws when one of
 * them may not be served; then nothing has changed for visitors.
 */
export async function publish({ from, store, keys, timeoutMs = 0 }: Publication) {
  const { state: began } = await readLog(store, keys.publishers);
  const published: Release[] = [];
  for (const build of from) published.push(await storeBuild(build, { store, keys }));
  const versions = Object.fromEntries(published.map(({ app, version }) => [app, version]));
  await makeCurrentTogether({ store, versions, keys, began }, timeoutMs);
  return published;
}

async function main(): Promise<void> {
  // Compressing and rendering must not slow down a gateway on the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      releases: { type: 'string', default: process.env.RELEASES },
      wait: { type: 'string', default: '0' },
    },
  });
  const timeoutMs = Number(values.wait) * 1000;
  if (positionals.length === 0 || !values.releases || !(timeoutMs >= 0)) {
    throw new Error(
      'Usage: node platform/releases/delivery/src/publish.ts <dist folder…> --releases <folder or s3://bucket> [--wait <seconds>]',
    );
  }
  const store = await openStoreToWrite(values.releases);
  const keys = readKeys(process.env);
  const from = positionals.map((build) => resolve(build));
  await warnOfLog(store, keys.publishers);
  const published = await publish({ from, store, keys, timeoutMs });
  console.log(`Published ${published.map(nameOf).join(', ')}.`);
  const apps = published.map(({ app }) => app);
  await cleanStore({ store, keys }, apps, process.env);
}

if (import.meta.main) {
  printPlainly();
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
