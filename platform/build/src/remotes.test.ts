import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { remotesIn } from './remotes.ts';
import { temporaryFolder } from './testing/build.ts';

test('In a folder with brackets in its name, screens are found, and their tests are not listed', async (t) => {
  const checkout = await temporaryFolder(t, 'kargo [x] ');
  const screens = join(checkout, 'remote-tracking/src/screens');
  await mkdir(screens, { recursive: true });
  await writeFile(join(checkout, 'remote-tracking/package.json'), '{ "name": "remote-tracking" }');
  for (const file of ['Tracking.tsx', 'Tracking.test.tsx'])
    await writeFile(join(screens, file), '');
  assert.deepEqual(
    remotesIn(checkout).map(({ name, screens }) => [name, screens]),
    [['tracking', ['Tracking']]],
  );
});
