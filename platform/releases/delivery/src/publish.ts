import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readLog } from '@kargo/release-log/log/read-log';
import { printPlainly } from '@kargo/release-log/plain-text';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { openStoreToWrite } from '@kargo/release-log/stores/open-release-store';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { cleanStore } from './clean.ts';
import { floorsOf } from './floors.ts';
import { type KeyedStore, readKeys } from './keys.ts';
import { type Change, makeCurrent } from './make-current.ts';
import { PartnerMissingError } from './refused-error.ts';
import { storeBuild } from './store-build.ts';

interface Publication extends KeyedStore, Pick<Change, 'anyway'> {
  /** Folders of builds. */
  from: readonly string[];
  /** How long to retry while another app's release is missing. */
  timeoutMs?: number;
}

/**
 * Copies builds to `<app>/<version>/` in the store, and makes all current in one step. Throws if
 * one may not be served; then nothing changes for visitors.
 */
export async function publish({ from, store, keys, anyway, timeoutMs = 0 }: Publication) {
  const { state: began } = await readLog(store, keys.publishers);
  const published: StoredRelease[] = [];
  for (const build of from) published.push(await storeBuild(build, { store, keys }));
  const versions = Object.fromEntries(published.map(({ app, version }) => [app, version]));
  await makeCurrentBefore(Date.now() + timeoutMs, { store, versions, keys, began, anyway });
  return published;
}

const retryMs = 500;

/** Retries while another app is too old for these: its release may be under way. */
async function makeCurrentBefore(deadline: number, change: Change): Promise<void> {
  try {
    await makeCurrent(change);
  } catch (error) {
    if (!(error instanceof PartnerMissingError) || Date.now() >= deadline) throw error;
    await wait(retryMs);
    await makeCurrentBefore(deadline, change);
  }
}

async function main(): Promise<void> {
  // Compressing and rendering must not slow down a gateway on the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      releases: { type: 'string', default: process.env.RELEASES },
      wait: { type: 'string', default: '0' },
      anyway: { type: 'boolean' },
    },
  });
  const timeoutMs = Number(values.wait) * 1000;
  if (positionals.length === 0 || !values.releases || !(timeoutMs >= 0)) {
    throw new Error(
      'Usage: node platform/releases/delivery/src/publish.ts <dist folder…> --releases <folder or s3://bucket> [--wait <seconds>] [--anyway]',
    );
  }
  const keys = readKeys(process.env);
  const store = await openStoreToWrite(values.releases, keys.key?.apps);
  const from = positionals.map((build) => resolve(build));
  const { problems } = await readLog(store, keys.publishers);
  for (const problem of problems) console.warn(problem);
  const published = await publish({ from, store, keys, anyway: values.anyway, timeoutMs });
  console.log(`Published ${published.map(nameOf).join(', ')}.`);
  console.log(await floorsOf({ store, keys }));
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
