import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedExports, currentDoors, recordedDoors } from './doors.ts';

test('The doors of shared-runtime export what their version says', () => {
  const recorded = recordedDoors();
  const current = currentDoors();
  const changed = changedExports(recorded.doors, current.doors);
  const hint =
    current.version === recorded.version
      ? 'Raise the version in shared-runtime/package.json, since remotes are built against it, and run `pnpm doors`.'
      : 'Run `pnpm doors` to record what this version exports.';
  assert.deepEqual(changed, [], `Exports changed since ${recorded.version}. ${hint}`);
  assert.equal(current.version, recorded.version, hint);
});

test('An export that is added, removed or of another type counts as changed', () => {
  const before = { door: { kept: '() => void', removed: 'string', retyped: 'string' } };
  const after = { door: { kept: '() => void', added: 'string', retyped: 'number' } };
  assert.deepEqual(changedExports(before, after), ['door removed', 'door retyped', 'door added']);
  assert.deepEqual(changedExports(before, before), []);
  assert.deepEqual(changedExports({}, { door: { first: 'string' } }), ['door first']);
});
