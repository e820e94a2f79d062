import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { endedPath } from '@kargo/release-log/log/ended-canary';
import { readHistory } from '@kargo/release-log/log/log-history';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { appStatuses } from './app-status.ts';
import { canaryIn, endCanary } from './canary.ts';
import { freezeApp, removeApp, unfreezeApp } from './change-record.ts';
import { cleanStore } from './clean.ts';
import type { SmokeTest } from './judge-releases.ts';
import { makeCurrent } from './make-current.ts';
import { endPreviews } from './preview.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { keys } from './testing/keys.ts';
import { historyOf, stateOf } from './testing/state-of.ts';
import { type Build, writeBuild } from './testing/write-build.ts';

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-canary-'));
  store = new FolderStore(join(folder, 'releases'));
  await publish({ from: [await writeBuild(folder)], store, keys });
  await add('2.0.0');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Stores a release of marketing. */
const add = async (version: string, build: Build = {}) =>
  storeBuild(await writeBuild(folder, { version, ...build }), { store, keys });

const canary = (version: string, percent: number) =>
  makeCurrent({ store, keys, versions: { marketing: version }, percent });

/** Like `pnpm promote`. */
async function promote(smokeTest?: SmokeTest) {
  const began = await stateOf(store);
  const versions = { marketing: canaryIn(began, 'marketing').version };
  await makeCurrent({ store, keys, versions, smokeTest, began });
}

const record = async () => (await stateOf(store)).records.get('marketing')?.record;

/** Returns the canary and its percentage. */
async function nextOf(): Promise<string> {
  const { version, percent } = (await record())?.next ?? {};
  return version === undefined ? 'none' : `${version} ${percent}`;
}

test('A canary changes neither the current release nor its fallbacks', async () => {
  await canary('2.0.0', 5);
  assert.equal(await nextOf(), '2.0.0 5');
  assert.equal(await historyOf(store, 'marketing'), '1.0.0');
  const since = (await record())?.next?.at;
  await canary('2.0.0', 20);
  assert.equal(await nextOf(), '2.0.0 20');
  assert.equal((await record())?.next?.at, since);
});

test('A canary that a gateway has ended is neither continued nor promoted, until it is begun again', async () => {
  await canary('2.0.0', 5);
  const { next } = (await record()) ?? {};
  assert.ok(next);
  const at = '2026-11-24T10:00:00.000Z';
  const counts = { views: 90, failures: 7, currentViews: 900, currentFailures: 1 };
  const ended = { app: 'marketing', version: '2.0.0', at, ...counts };
  await store.create(endedPath('marketing', next), Buffer.from(JSON.stringify(ended)));
  const refusal =
    /2\.0\.0 of marketing was ended at 2026-11-24 10:00 UTC: it failed in 7 of 90 views.*1 of 900.*"pnpm back marketing" first/;
  await assert.rejects(canary('2.0.0', 20), refusal);
  await assert.rejects(promote(), refusal);
  const [status] = await appStatuses({ store, keys }, await stateOf(store));
  assert.match(status?.canary?.problems[0] ?? '', /was ended at 2026-11-24/);
  assert.equal(await nextOf(), '2.0.0 5');
  await add('3.0.0');
  await canary('3.0.0', 5);
  assert.equal(await nextOf(), '3.0.0 5');
  await endCanary({ store, keys }, 'marketing');
  await canary('2.0.0', 5);
  await promote();
  assert.equal(await historyOf(store, 'marketing'), '2.0.0 1.0.0');
});

test('A canary that is ended while its screens are opened is not promoted', async () => {
  const shell = await writeBuild(folder, { app: 'shell' });
  await publish({ from: [shell], store, keys });
  await canary('2.0.0', 5);
  const smokeTest: SmokeTest = async () => {
    const { next } = (await record()) ?? {};
    assert.ok(next);
    const counts = { views: 90, failures: 7, currentViews: 900, currentFailures: 1 };
    const ended = { app: 'marketing', version: '2.0.0', at: next.at, ...counts };
    await store.create(endedPath('marketing', next), Buffer.from(JSON.stringify(ended)));
    return { opened: ['marketing/Home'], problems: [], warnings: [] };
  };
  await assert.rejects(promote(smokeTest), /was ended at/);
  assert.equal(await historyOf(store, 'marketing'), '1.0.0');
});

test('Promoted, it is current, and the previous one is its fallback', async () => {
  await canary('2.0.0', 5);
  await promote();
  assert.equal(await historyOf(store, 'marketing'), '2.0.0 1.0.0');
  assert.equal(await nextOf(), 'none');
  assert.equal('percent' in ((await record())?.current ?? {}), false);
});

test('When it is promoted, its screens are judged', async () => {
  await publish({ from: [await writeBuild(folder, { app: 'shell' })], store, keys });
  await canary('2.0.0', 5);
  const smokeTest: SmokeTest = async () => ({ opened: [], problems: ['It throws.'], warnings: [] });
  await assert.rejects(promote(smokeTest), {
    message: 'It throws.',
  });
  assert.equal(await nextOf(), '2.0.0 5');
});

test('Ended, it is gone, and can be begun again', async () => {
  await canary('2.0.0', 5);
  await endCanary({ store, keys }, 'marketing');
  assert.equal(await nextOf(), 'none');
  assert.equal(await historyOf(store, 'marketing'), '1.0.0');
  await canary('2.0.0', 5);
  assert.equal(await nextOf(), '2.0.0 5');
});

test('Another release for all visitors ends it', async () => {
  await canary('2.0.0', 5);
  await add('3.0.0');
  await makeCurrent({ store, keys, versions: { marketing: '3.0.0' } });
  assert.equal(await nextOf(), 'none');
  assert.equal(await historyOf(store, 'marketing'), '3.0.0 1.0.0');
});

test('A restarted image that publishes the current release again does not end it', async () => {
  await canary('2.0.0', 5);
  const before = await record();
  await publish({ from: [await writeBuild(folder)], store, keys });
  assert.deepEqual(await record(), before);
});

test('Without a canary there is none to promote or end, and the current release is not one', async () => {
  const none = { message: /^marketing has no canary: "pnpm canary marketing 5"/ };
  await assert.rejects(promote(), none);
  await assert.rejects(endCanary({ store, keys }, 'marketing'), none);
  await assert.rejects(canary('1.0.0', 5), { message: /^marketing 1\.0\.0 is current already/ });
  const first = { store, keys, versions: { auth: '1.0.0' }, percent: 5 };
  await storeBuild(await writeBuild(folder, { app: 'auth' }), { store, keys });
  await assert.rejects(makeCurrent(first), { message: /^auth is not part of the site/ });
});

test('It is judged as if it were current', async () => {
  const shell = await writeBuild(folder, { app: 'shell', provides: { api: '1.0.0' } });
  await publish({ from: [shell], store, keys });
  await add('3.0.0', { needs: { api: '^2.0.0' } });
  await assert.rejects(canary('3.0.0', 5), {
    message: /^marketing 3\.0\.0 needs api in \^2\.0\.0/,
  });
  assert.equal(await nextOf(), 'none');
});

test('It is not removed as long as it runs', async () => {
  await canary('2.0.0', 5);
  await add('3.0.0');
  const clean = () =>
    cleanStore({ store, keys }, ['marketing'], { RELEASES_KEEP: '0', RELEASES_KEEP_DAYS: '0' });
  assert.deepEqual(await clean(), ['marketing 3.0.0']);
  await endCanary({ store, keys }, 'marketing');
  assert.deepEqual(await clean(), ['marketing 2.0.0']);
});

test('While an app is frozen, it only goes back', async () => {
  await makeCurrent({ store, keys, versions: { marketing: '2.0.0' } });
  await add('3.0.0');
  await freezeApp({ store, keys }, 'marketing', 'sale');
  const frozen = {
    message:
      /^marketing is frozen since [\d-]+ [\d:]+ UTC by owner: sale\. "pnpm unfreeze marketing"/,
  };
  const goTo = { store, keys, versions: { marketing: '3.0.0' } };
  for (const refused of [
    () => makeCurrent(goTo),
    () => canary('3.0.0', 5),
    () => removeApp({ store, keys }, 'marketing'),
    () => freezeApp({ store, keys }, 'marketing', 'again'),
  ])
    await assert.rejects(refused, frozen);
  const back = { versions: { marketing: '1.0.0' }, withdraw: 'throws' };
  await makeCurrent({ store, keys, ...back });
  assert.equal(await historyOf(store, 'marketing'), '1.0.0 (2.0.0)');
  await assert.rejects(makeCurrent(goTo), frozen);
  await unfreezeApp({ store, keys }, 'marketing');
  await assert.rejects(unfreezeApp({ store, keys }, 'marketing'), {
    message: 'marketing is not frozen.',
  });
  await makeCurrent(goTo);
  assert.equal((await record())?.current?.version, '3.0.0');
});

test('The history has each change', async () => {
  await canary('2.0.0', 5);
  await canary('2.0.0', 20);
  await freezeApp({ store, keys }, 'marketing', 'sale');
  await unfreezeApp({ store, keys }, 'marketing');
  await promote();
  await makeCurrent({ store, keys, versions: { marketing: '1.0.0' } });
  const { changes } = await readHistory(store, await stateOf(store));
  assert.deepEqual(
    changes.map(({ what, by }) => `${what} by ${by}`),
    [
      'released by owner',
      'canary 2.0.0 at 5 % by owner',
      'canary 2.0.0 at 20 % by owner',
      'frozen: sale by owner',
      'unfrozen by owner',
      'promoted by owner',
      'went back by owner',
    ],
  );
});

test("The history names a canary's version, and why a gateway has ended it", async () => {
  await canary('2.0.0', 5);
  const { at = '' } = (await record())?.next ?? {};
  const counts = { views: 20, failures: 5, currentViews: 90, currentFailures: 0 };
  const ended = { app: 'marketing', version: '2.0.0', at: new Date().toISOString(), ...counts };
  const path = endedPath('marketing', { version: '2.0.0', at });
  await store.write(path, Buffer.from(JSON.stringify(ended)));
  await endCanary({ store, keys }, 'marketing');
  await endPreviews({ store, keys }, 'marketing');
  const { changes } = await readHistory(store, await stateOf(store));
  assert.deepEqual(
    changes.map(({ what, current, release }) => [what.slice(0, 20), current, release?.version]),
    [
      ['released', '1.0.0', '1.0.0'],
      ['canary 2.0.0 at 5 %', '1.0.0', '2.0.0'],
      ['The canary 2.0.0 of ', '1.0.0', '2.0.0'],
      ['canary 2.0.0 ended', '1.0.0', '2.0.0'],
      ['previews ended', '1.0.0', undefined],
    ],
  );
});
