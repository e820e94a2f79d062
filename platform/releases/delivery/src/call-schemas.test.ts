import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callSchemas } from './call-schemas.ts';

test('A release carries the schemas of its calls, and those that shared-runtime passes on to every app', () => {
  const calls = callSchemas(['GET /verify', 'POST /logout']);
  assert.deepEqual(Object.keys(calls).sort(), ['GET /ip', 'GET /verify', 'POST /logout']);
  const { sends, reads } = calls['GET /verify'] ?? {};
  assert.deepEqual(reads?.properties?.name, { type: 'string' });
  assert.deepEqual(sends, calls['POST /logout']?.sends);
  // The shell makes the call, so what it sends is not theirs.
  assert.deepEqual(callSchemas([])['GET /verify'], { reads });
});
