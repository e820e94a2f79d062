import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cleanStore } from './clean.ts';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { keys } from './testing/keys.ts';
import { writeBuild } from './testing/write-build.ts';

const day = 24 * 60 * 60 * 1000;

test('Old releases are removed unless they are current or may become a fallback', async (context) => {
  const releases = await store(context);
  const numbers = Array.from({ length: 14 }, (_, index) => index);
  for (const number of numbers) await publishAged(releases, `1.${number}.0`, 100 - number);
  // The map lists ten releases; the two withdrawn ones are not needed.
  const back = { versions: { marketing: '1.11.0' }, withdraw: 'throws' };
  await makeCurrent({ releases, keys, versions: { marketing: '1.12.0' }, withdraw: 'throws' });
  await makeCurrent({ releases, keys, ...back });

  assert.deepEqual(await cleanStore({ releases, keep: 20, olderThanMs: 30 * day }), []);
  assert.deepEqual(await cleanStore({ releases, keep: 0, olderThanMs: 200 * day }), []);
  const removed = await cleanStore({ releases, keep: 1, olderThanMs: 30 * day });
  const names = (versions: number[]) => versions.map((number) => `marketing 1.${number}.0`);
  assert.deepEqual(removed, names([12, 3, 2, 1, 0]));
  const left = [4, 5, 6, 7, 8, 9, 10, 11, 13].map((number) => `1.${number}.0`);
  assert.deepEqual((await readdir(join(releases, 'marketing'))).sort(), left.sort());
});

test('The pages rendered with a release are removed with it', async (context) => {
  const releases = await store(context);
  const shell = `exports.sharedModules = {};
    exports.prerender = async () => ({ html: '', css: '', styleIds: '' });`;
  for (const version of ['1.0.0', '2.0.0']) {
    const content = { 'node/prerender.cjs': shell };
    const from = [await writeBuild(releases, { app: 'shell', version, content })];
    const remote = { 'node/screens.cjs': 'exports.default = {};' };
    from.push(await writeBuild(releases, { version, content: remote }));
    await publish({ from, releases, keys });
  }
  const rendered = join(releases, '.map/prerendered');
  assert.deepEqual((await readdir(rendered)).sort(), ['1.0.0', '2.0.0']);
  await makeCurrent({
    releases,
    keys,
    versions: { shell: '1.0.0' },
    withdraw: 'throws',
    force: true,
  });
  await cleanStore({ releases, keep: 0, olderThanMs: 0 });
  assert.deepEqual(await readdir(rendered), ['1.0.0']);
});

async function store(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-clean-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'releases');
}

async function publishAged(releases: string, version: string, days: number): Promise<void> {
  await publish({
    from: [await writeBuild(join(releases, '../builds'), { version })],
    releases,
    keys,
  });
  const at = new Date(Date.now() - days * day);
  await utimes(join(releases, 'marketing', version, 'release.json'), at, at);
}
