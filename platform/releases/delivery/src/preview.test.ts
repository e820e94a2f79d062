import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { verifiedPreview } from '@kargo/release-log/contract/preview-token';
import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import { makeCurrent } from './make-current.ts';
import { endPreviews, newestPreview, previewLink } from './preview.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { keys } from './testing/keys.ts';
import { stateOf } from './testing/state-of.ts';
import { writeBuild } from './testing/write-build.ts';

const hour = 60 * 60;
const site = 'https://kargo.example';

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-preview-'));
  store = new FolderStore(join(folder, 'releases'));
  await publish({ from: [await writeBuild(folder)], store, keys });
  await storeBuild(await writeBuild(folder, { version: '2.0.0' }), { store, keys });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const link = (
  seconds = hour,
  versions: Record<string, string> = { marketing: '2.0.0' },
  by = keys,
) => previewLink({ store, keys: by, versions }, `${site}/`, seconds);

test('A link shows releases for a time, and changes nothing in the log', async () => {
  const before = await stateOf(store);
  const address = new URL(await link());
  assert.equal(address.origin, site);
  const token = address.searchParams.get('kargo-preview') ?? '';
  const { apps, exp, iat, kid } = await verifiedPreview(token, site, keys.publishers);
  assert.deepEqual(
    { apps, kid, seconds: exp - iat },
    { apps: { marketing: '2.0.0' }, kid: 'owner', seconds: hour },
  );
  assert.deepEqual(await stateOf(store), before);
});

test('What it shows counts as new when old releases are removed', async () => {
  const file = join(store.name, 'marketing/2.0.0/release.json');
  await utimes(file, 0, 0);
  await link();
  assert.ok(Date.now() - (await stat(file)).mtimeMs < 60_000);
});

test('The newest one becomes a canary, unless it has ended or another release has become current', async () => {
  const newest = async () =>
    (await newestPreview({ store, keys }, 'marketing', await stateOf(store))).version;
  const none = /^Error: marketing has neither a canary nor a preview that is newer than/;
  await assert.rejects(newest, none);
  await link();
  assert.equal(await newest(), '2.0.0');
  await endPreviews({ store, keys }, 'marketing');
  await assert.rejects(newest, none);
  await storeBuild(await writeBuild(folder, { version: '3.0.0' }), { store, keys });
  await link(hour, { marketing: '3.0.0' });
  assert.equal(await newest(), '3.0.0');
  await makeCurrent({ store, keys, versions: { marketing: '3.0.0' } });
  await assert.rejects(newest, none);
});

test('It is refused for a key of another team, and for what may not be served', async () => {
  const key = await newPublisherKey('auth', ['auth']);
  const publishers = { ...keys.publishers, keys: [...keys.publishers.keys, publicPart(key)] };
  await assert.rejects(link(hour, undefined, { key, publishers }), {
    message: 'The key auth may not publish marketing.',
  });
  const build = await writeBuild(folder, { app: 'shell', provides: {} });
  await publish({ from: [build], store, keys });
  const needy = await writeBuild(folder, { version: '3.0.0', needs: { api: '^1.0.0' } });
  await storeBuild(needy, { store, keys });
  await assert.rejects(link(hour, { marketing: '3.0.0' }), { message: /needs api in \^1\.0\.0/ });
});

test('It leads to the first screen that changed', async () => {
  const screens = { Home: ['home.js'], About: ['about.js'], Faqs: ['faqs.js'] };
  const routes = Object.keys(screens).map((name) => `marketing/${name}`);
  const build = (version: string, about: string) =>
    writeBuild(folder, {
      version,
      screens,
      content: {
        'home.js': `"kargo_marketing_${version}", "${classPrefix('marketing', version)}0"`,
        'about.js': about,
        'faqs.js': about,
      },
    });
  const from = [await writeBuild(folder, { app: 'shell', routes }), await build('4.0.0', 'old')];
  await publish({ from, store, keys });
  await storeBuild(await build('5.0.0', 'new'), { store, keys });
  assert.equal(new URL(await link(hour, { marketing: '5.0.0' })).pathname, '/marketing/About');
  await storeBuild(await build('6.0.0', 'old'), { store, keys });
  assert.equal(new URL(await link(hour, { marketing: '6.0.0' })).pathname, '/marketing/Home');
});

test('An end covers what a clock that is ahead has signed, and no link that is made after it', async () => {
  await endPreviews({ store, keys }, 'marketing');
  const { previewsEndedAt: at = '' } =
    (await stateOf(store)).records.get('marketing')?.record ?? {};
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  assert.ok(Math.abs(Date.parse(at) / 1000 - inAMinute) <= 1);
  const token = new URL(await link()).searchParams.get('kargo-preview') ?? '';
  const { iat } = await verifiedPreview(token, site, keys.publishers, Date.now() + 1000);
  assert.ok(iat > Date.parse(at) / 1000);
});
