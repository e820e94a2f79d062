import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sign } from '../contract/release-signature.ts';
import { marketing, publishers, release } from '../testing/test-log.ts';
import { verifiedRecord } from './app-record.ts';

const record = {
  log: publishers.log,
  app: 'marketing',
  sequence: 1,
  generation: 1,
  previous: '',
  at: new Date().toISOString(),
  by: 'marketing',
  current: release('1.0.0'),
  earlier: [],
  frozen: { reason: 'sale', at: '2026-11-28T00:00:00.000Z', by: 'marketing' },
};

test('A record that would move the cursor of those who read it does not count', async () => {
  const verified = async (said: object) => {
    const jws = await sign('kargo-record', JSON.stringify({ ...record, ...said }), marketing);
    return verifiedRecord('marketing', jws, publishers);
  };
  assert.equal((await verified({})).by, 'marketing');
  const text = 'sale\u001B[2J';
  const withdrawn = release('0.9.0', { withdrawn: text });
  for (const said of [
    { by: `marketing, ${text}` },
    { frozen: { ...record.frozen, reason: text } },
    { current: release(text) },
    { earlier: [withdrawn] },
  ])
    await assert.rejects(verified(said), /^Error: The record of marketing by marketing: .* match/);
});
