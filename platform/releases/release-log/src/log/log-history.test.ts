import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth, marketing, publishers, release, TestLog } from '../testing/test-log.ts';
import { appendEntry, recordAfter } from './append-entry.ts';
import { readHistory } from './log-history.ts';
import { withCurrent } from './served-releases.ts';

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

test('A change is told with the key that signed it, whatever the record says', async () => {
  const log = new TestLog();
  const state = await log.state();
  for (const by of ['auth', 'marketing, a run']) {
    const signer = { key: marketing, by, publishers };
    const content = withCurrent(undefined, release('1'));
    const record = await recordAfter(await log.state(), 'marketing', content, signer);
    assert.ok(await appendEntry(log.store, await log.state(), { marketing: record }));
  }
  const { changes } = await readHistory(log.store, publishers, state.generation);
  assert.deepEqual(
    changes.map(({ by }) => by),
    ['marketing, auth', 'marketing, a run'],
  );
});
