import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketing, publishers, release, signed } from '../testing/test-log.ts';
import { verifiedRecord } from './app-record.ts';

const record = {
  app: 'marketing',
  number: 1,
  at: new Date().toISOString(),
  by: 'marketing',
  current: release('1.0.0'),
  earlier: [],
  heads: {},
  frozen: { reason: 'sale', at: '2026-11-28T00:00:00.000Z', by: 'marketing' },
};

test('A record that would move the cursor of those who read it does not count', async () => {
  const verified = async (said: object) => {
    const { content } = await signed({ ...record, ...said }, marketing);
    return verifiedRecord('marketing', 1, content, publishers);
  };
  assert.equal((await verified({})).record.by, 'marketing');
  const text = 'sale\u001B[2J';
  const withdrawn = release('0.9.0', { withdrawn: text });
  for (const said of [
    { by: `marketing, ${text}` },
    { frozen: { ...record.frozen, reason: text } },
    { current: release(text) },
    { earlier: [withdrawn] },
  ])
    await assert.rejects(verified(said), /^Error: log\/marketing\/9999999998\.json: .* match/);
});
