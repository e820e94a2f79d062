import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { verifiedPreview } from '@kargo/release-log/contract/preview-token';
import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { endPreviews, previewLink } from './preview.ts';
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

test('An end covers what a clock that is ahead has signed, and no link that is made after it', async () => {
  await endPreviews({ store, keys }, 'marketing');
  const [{ at } = { at: '' }] =
    (await stateOf(store)).records.get('marketing')?.record.endedPreviews ?? [];
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  assert.ok(Math.abs(Date.parse(at) / 1000 - inAMinute) <= 1);
  const token = new URL(await link()).searchParams.get('kargo-preview') ?? '';
  const { iat } = await verifiedPreview(token, site, keys.publishers, Date.now() + 1000);
  assert.ok(iat > Date.parse(at) / 1000);
});
