import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freezeApp } from '@kargo/delivery/change-record';
import { newSite } from '@kargo/delivery/testing/test-site';
import { refuseAtOnce } from './refuse-at-once.ts';

test('A key that may not publish, a withdrawn release, an ended canary and a freeze are refused', async () => {
  const site = newSite();
  const { on } = site;
  await site.publishVersions('1.0.0', '2.0.0');
  await site.makeCurrent('1.0.0', { withdraw: 'throws' });
  await site.add({ version: '3.0.0' });
  await site.makeCurrent('3.0.0', { percent: 5 });
  await site.endCanary();

  const ask = async (version: string, given = {}, by = on) =>
    refuseAtOnce(by, await site.state(), { marketing: version }, given);
  const unlisted = { ...on, keys: { ...on.keys, publishers: { log: 'log', keys: [] } } };
  await assert.rejects(ask('4.0.0', {}, unlisted), /^Error: The key owner is not among PUBLISHERS/);
  await assert.rejects(ask('2.0.0'), /^Error: marketing 2\.0\.0 was withdrawn \(throws\)/);
  await ask('2.0.0', { again: true });
  await assert.rejects(ask('3.0.0'), /^Error: The canary 3\.0\.0 of marketing was ended/);
  await ask('3.0.0', { isPreview: true });
  await ask('4.0.0');

  await freezeApp(on, 'marketing', 'sale');
  await assert.rejects(ask('4.0.0'), /^Error: marketing is frozen since/);
  await ask('4.0.0', { isPreview: true });
  // Nothing of it may change.
  await ask('1.0.0');
});
