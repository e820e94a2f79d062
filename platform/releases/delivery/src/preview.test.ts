import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { verifiedPreview } from '@kargo/release-log/rules/preview-token';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import { freezeApp, unfreezeApp } from './change-record.ts';
import { endPreviews, newestPreview, previewLink } from './preview.ts';
import { keys } from './testing/keys.ts';
import { newSite } from './testing/test-site.ts';

const hour = 60 * 60;
const address = 'https://kargo.example';

let site = newSite();

beforeEach(async () => {
  site = newSite();
  await site.publish({});
  await site.add({ version: '2.0.0' });
});

const link = async (version = '2.0.0', by = keys) => {
  const releases = { store: site.store, keys: by, versions: { marketing: version } };
  return new URL(await previewLink(releases, `${address}/`, hour));
};

const tokenOf = ({ searchParams }: URL) => searchParams.get('kargo-preview') ?? '';

test('A link shows releases for a time, and changes nothing in the log', async () => {
  const before = await site.state();
  const shown = await link();
  assert.equal(shown.origin, address);
  const { apps, exp, iat, kid } = await verifiedPreview(tokenOf(shown), address, keys.publishers);
  assert.deepEqual(
    { apps, kid, seconds: exp - iat },
    { apps: { marketing: '2.0.0' }, kid: 'owner', seconds: hour },
  );
  assert.deepEqual(await site.state(), before);
});

test('A previewed release counts as new when old ones are removed', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * hour * 1000 });
  await link();
  const files = await site.store.list('marketing/2.0.0');
  assert.equal(files.find(({ path }) => path.endsWith('release.json'))?.at, Date.now());
});

test('The newest one becomes a canary, unless it has ended or another release has become current', async () => {
  const newest = async () =>
    (await newestPreview(site.on, 'marketing', await site.state())).version;
  const none = /^Error: marketing has neither a canary nor a preview that is newer than/;
  await assert.rejects(newest, none);
  await link();
  assert.equal(await newest(), '2.0.0');
  await endPreviews(site.on, 'marketing');
  await assert.rejects(newest, none);
  await site.add({ version: '3.0.0' });
  await link('3.0.0');
  assert.equal(await newest(), '3.0.0');
  await site.makeCurrent('3.0.0');
  await assert.rejects(newest, none);
});

test('It may have been made while a canary or a rollout ran that is current now', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const newest = async () =>
    (await newestPreview(site.on, 'marketing', await site.state())).version;
  const tick = () => context.mock.timers.tick(hour * 1000);
  const none = /^Error: marketing has neither a canary nor a preview/;
  for (const version of ['3.0.0', '4.0.0', '5.0.0']) await site.add({ version });
  await link('5.0.0');
  tick();
  await site.makeCurrent('2.0.0', { percent: 5 });
  tick();
  await link('3.0.0');
  tick();
  await site.makeCurrent('2.0.0');
  assert.equal(await newest(), '3.0.0');
  // A restarted container publishes it again.
  await site.makeCurrent('2.0.0');
  assert.equal(await newest(), '3.0.0');
  await site.makeCurrent('3.0.0', { percent: 100, steps: [{ percent: 100, minute: 0 }] });
  tick();
  await link('4.0.0');
  tick();
  assert.equal(await newest(), '4.0.0');
  await freezeApp(site.on, 'marketing', 'sale');
  await unfreezeApp(site.on, 'marketing');
  assert.equal(await newest(), '4.0.0');
  await site.makeCurrent('4.0.0');
  await site.makeCurrent('3.0.0', { withdraw: 'throws' });
  await assert.rejects(newest, none);
});

test("It is refused for another team's key, and for a release that may not be served", async () => {
  const key = await newPublisherKey('auth', ['auth']);
  const publishers = { ...keys.publishers, keys: [...keys.publishers.keys, publicPart(key)] };
  await assert.rejects(link('2.0.0', { key, publishers }), {
    message: 'The key auth may not publish marketing.',
  });
  await site.publish({ app: 'shell', provides: {} });
  await site.add({ version: '3.0.0', needs: { api: '^1.0.0' } });
  await assert.rejects(link('3.0.0'), { message: /needs api in \^1\.0\.0/ });
});

test('It leads to the first screen that changed', async () => {
  const screens = { Home: ['home.js'], About: ['about.js'], Faqs: ['faqs.js'] };
  const routes = Object.keys(screens).map((name) => `marketing/${name}`);
  const remote = (version: string, about: string) => ({
    version,
    screens,
    content: {
      'home.js': `"kargo_marketing_${version}", "${classPrefix('marketing', version)}0"`,
      'about.js': about,
      'faqs.js': about,
    },
  });
  await site.publish({ app: 'shell', routes }, remote('4.0.0', 'old'));
  await site.add(remote('5.0.0', 'new'));
  assert.equal((await link('5.0.0')).pathname, '/marketing/About');
  await site.add(remote('6.0.0', 'old'));
  assert.equal((await link('6.0.0')).pathname, '/marketing/Home');
});

test('Ending previews covers links signed by a fast clock, and none made later', async () => {
  await endPreviews(site.on, 'marketing');
  const { previewsEndedAt: at = '' } = (await site.record()) ?? {};
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  assert.ok(Math.abs(Date.parse(at) / 1000 - inAMinute) <= 1);
  const token = tokenOf(await link());
  const { iat } = await verifiedPreview(token, address, keys.publishers, Date.now() + 1000);
  assert.ok(iat > Date.parse(at) / 1000);
});

test('Previews of an app that is not part of the site can be ended before it is released', async () => {
  await site.add({ app: 'auth' });
  const token = new URL(await previewLink({ ...site.on, versions: { auth: '1.0.0' } }, address, 9));
  await endPreviews(site.on, 'auth');
  const { iat } = await verifiedPreview(tokenOf(token), address, keys.publishers);
  const { current, previewsEndedAt = '' } = (await site.record('auth')) ?? {};
  assert.ok(Date.parse(previewsEndedAt) >= iat * 1000);
  assert.equal(current, null);
  await site.publish({ app: 'auth' });
  assert.equal(await site.history('auth'), '1.0.0');
  await assert.rejects(endPreviews(site.on, 'oauth'), { message: 'oauth has no release.' });
});
