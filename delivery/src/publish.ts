import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Release } from 'shared-types/releases/release';
import { nameOf } from 'shared-types/releases/release-gate';
import { type Keys, readKeys } from './keys.ts';
import { makeCurrentTogether } from './make-current-together.ts';
import { storeBuild } from './release-store.ts';

/**
 * Publishes builds: copies each to `<releases>/<app>/<version>/` and makes all of them current in one
 * step. A build that was published before becomes current again.
 *
 * @param from folders of builds, each with its `release.json`
 * @param releases folder of all releases; created if missing
 * @param keys public keys of all publishers, and the key that signs
 * @param timeoutMs how long refused builds wait for those of other publishers, in milliseconds
 * @throws when one of them may not be served; then the release map is unchanged
 */
export async function publish({
  from,
  releases,
  keys,
  timeoutMs = 0,
}: {
  from: readonly string[];
  releases: string;
  keys: Keys;
  timeoutMs?: number;
}): Promise<Release[]> {
  const published: Release[] = [];
  for (const build of from) published.push(await storeBuild(build, releases, keys));
  const versions = Object.fromEntries(published.map(({ app, version }) => [app, version]));
  await makeCurrentTogether({ releases, versions, keys }, timeoutMs);
  return published;
}

async function main(): Promise<void> {
  // Compressing and rendering must not slow down a gateway on the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { releases: { type: 'string' }, wait: { type: 'string', default: '0' } },
  });
  const timeoutMs = Number(values.wait) * 1000;
  if (positionals.length === 0 || !values.releases || !(timeoutMs >= 0)) {
    throw new Error(
      'Usage: node delivery/src/publish.ts <dist folder…> --releases <folder> [--wait <seconds>]',
    );
  }
  const published = await publish({
    from: positionals.map((build) => resolve(build)),
    releases: resolve(values.releases),
    keys: readKeys(process.env),
    timeoutMs,
  });
  console.log(`Published ${published.map(nameOf).join(', ')}.`);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
