import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedExports } from './shared-exports.ts';

const sharedRuntime = join(import.meta.dirname, '../../../shared-runtime');

test('shared-runtime has the exports recorded for its version: if not, raise the version, since remotes are built against it, and run `pnpm record-shared-exports`', () => {
  const recorded = readFileSync(join(sharedRuntime, 'shared-exports.json'), 'utf8');
  assert.deepEqual(sharedExports(sharedRuntime), JSON.parse(recorded));
});
