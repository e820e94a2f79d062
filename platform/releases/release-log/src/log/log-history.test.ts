import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth, marketing, publishers, TestLog } from '../testing/test-log.ts';
import { readHistory } from './log-history.ts';

test('The last changes are told as in the whole history, without reading what came before', async () => {
  const log = new TestLog();
  await log.publish('auth', '1', auth);
  await log.publish('marketing', '1', marketing);
  await log.publish('marketing', '2', marketing);
  await log.publish('marketing', '1', marketing);
  await log.publish('auth', null, auth);
  const { changes } = await readHistory(log.store, publishers);
  const what = changes.map((change) => `${change.app} ${change.what}`);
  assert.deepEqual(what.slice(2), ['marketing released', 'marketing went back', 'auth removed']);
  await log.store.remove('log/0000000001.json');
  const last = await readHistory(log.store, publishers, 2);
  assert.deepEqual(last, { changes: changes.slice(2), problems: [] });
});
