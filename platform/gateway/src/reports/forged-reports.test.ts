import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { fixtureSite } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';

/** `PROOF=1 pnpm test` with this file sends a hundred thousand. */
const most = process.env.PROOF ? 100_000 : 6000;

test(`${most} forged reports are counted or refused, take no memory and change nothing`, async (context) => {
  const { folder } = await fixtureSite(context);
  const { report, get, log } = await gateway(context, folder);
  const before = (await get(releaseMapPath)).body;
  const statuses = new Set<number>();

  /** Failures of the current release, of invented ones, and bodies of 1 MB, from a hundred addresses. */
  const forge = async (index: number) => {
    const number = Math.floor(index / 2) % 10_000;
    const invented = { app: `app-${number % 100}`, version: `${number}` };
    const release = index % 2 ? { app: 'marketing', version: '1.0.0' } : invented;
    const body = index % 500 ? { kind: 'gave-way', ...release } : 'x'.repeat(1_000_000);
    statuses.add(await report(body, {}, `192.0.2.${index % 100}`));
  };
  const forgeAll = async (from: number, to: number) => {
    for (let sent = from; sent < to; sent += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => forge(sent + index)));
  };

  // The first reports fill caches that stay.
  await forgeAll(0, most / 2);
  const used = memory();
  await forgeAll(most / 2, most);
  const grown = memory() - used;
  assert.ok(grown < 4_000_000, `${grown} bytes more`);
  assert.deepEqual(
    [...statuses].filter((status) => ![204, 413, 429].includes(status)),
    [],
  );
  assert.equal((await get(releaseMapPath)).body, before);
  const lines = log.filter((line) => line.includes('reported by a page'));
  assert.ok(lines.length <= 30 * 10, `${lines.length} lines`);
  assert.doesNotMatch(log.join(), /app-\d/);
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes of the heap that are in use. */
function memory(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
