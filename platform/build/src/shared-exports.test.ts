import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { changedExports, currentExports, recordedExports } from './shared-exports.ts';

const sharedRuntime = join(import.meta.dirname, '../../../shared-runtime');

test('The modules of shared-runtime have the exports recorded for their version', () => {
  const recorded = recordedExports(sharedRuntime);
  const current = currentExports(sharedRuntime);
  const changed = changedExports(recorded.modules, current.modules);
  const hint =
    current.version === recorded.version
      ? 'Raise the version in shared-runtime/package.json, since remotes are built against it, and run `pnpm record-shared-exports`.'
      : 'Run `pnpm record-shared-exports` to record what this version exports.';
  assert.deepEqual(changed, [], `Exports changed since ${recorded.version}. ${hint}`);
  assert.equal(current.version, recorded.version, hint);
});

test('An export that is added, removed or given another type counts as changed', () => {
  const before = { module: { kept: '() => void', removed: 'string', retyped: 'string' } };
  const after = { module: { kept: '() => void', added: 'string', retyped: 'number' } };
  assert.deepEqual(changedExports(before, after), [
    'module removed',
    'module retyped',
    'module added',
  ]);
  assert.deepEqual(changedExports(before, before), []);
  assert.deepEqual(changedExports({}, { module: { first: 'string' } }), ['module first']);
});
