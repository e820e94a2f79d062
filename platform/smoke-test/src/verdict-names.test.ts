import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { siteIdentity, testRelease } from '@kargo/release-log/testing/test-release';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { planSmokeTest } from './plan-visits.ts';
import { verdictNames } from './verdict-names.ts';

type Site = Record<'shell' | 'marketing' | 'auth', StoredRelease>;

const file = (sha384: string) => ({ sha384, size: 1 });

const marketing = testRelease({
  screens: { Home: ['home.js'], About: ['about.js'] },
  files: {
    'home.js': file('home'),
    'about.js': file('about'),
    'shared.js': file('shared'),
    'home.js.map': file('map'),
    'node/screens.cjs': file('bundle'),
  },
});

const site: Site = {
  shell: testRelease({ app: 'shell', files: { 'routes.json': file('routes') } }),
  marketing,
  auth: testRelease({ app: 'auth', screens: { Login: [] }, samples: { 'GET /verify': 1 } }),
};

const withFile = (path: string): Site => {
  const files = { ...marketing.files, [path]: file('changed') };
  return { ...site, marketing: { ...marketing, version: '2.0.0', files } };
};

/** Returns the names of marketing's screens, in turn. */
async function namesOf(now: Site, current: Site = site): Promise<[string, string][]> {
  const versions: Record<string, string>[] = [];
  const store = new MemoryStore();
  for (const [place, { shell, ...remotes }] of Object.entries({ now, current })) {
    const renamed = Object.entries(remotes).map(([app, release]) => {
      const { version } = release;
      return [app, { ...release, version: version + (version[1] ? `-${place}` : '') }] as const;
    });
    const named = [['shell', shell] as const, ...renamed];
    versions.push(Object.fromEntries(named.map(([app, { version }]) => [app, version])));
    for (const [app, release] of named) {
      const path = `${app}/${release.version}`;
      await store.write(`${path}/release.json`, Buffer.from(JSON.stringify(release)));
      const hashes = Object.values(release.files ?? {}).map(({ sha384 }) => sha384);
      for (const [file, { sha384 }] of Object.entries(release.files ?? {}))
        await store.write(`${path}/${file}`, Buffer.from(`${release.version} ${sha384}`));
      await store.write(`${path}/entry.js`, Buffer.from(`load(${hashes.slice(0, 2)})`));
    }
    const routes = ['marketing/Home', 'marketing/About', 'auth/Login'].map((screen) => {
      return { path: `/${screen}`, name: screen, screen, isPublic: true };
    });
    const published = { routes, notFoundTitle: 'Not found', identity: siteIdentity };
    const path = `shell/${shell.version}/routes.json`;
    await store.write(path, Buffer.from(JSON.stringify(published)));
  }
  const [then, before = {}] = versions;
  const publishers = { log: 'log', keys: [] };
  const plan = await planSmokeTest(store, then ?? {}, ['marketing']);
  return [...(await verdictNames(store, publishers, plan, before, false)).values()];
}

/** Whether the verdicts on Home and on About, compared with themselves, still count. */
async function stillCount(changed: Site): Promise<boolean[]> {
  const before = await namesOf(site);
  return (await namesOf(changed, changed)).map(([, name], index) => name === before[index]?.[1]);
}

test('A change of one screen needs a verdict on that screen alone', async () => {
  assert.deepEqual(await stillCount(withFile('about.js')), [true, false]);
  assert.deepEqual(await stillCount(withFile('shared.js')), [false, false]);
});

test('A file that no page loads needs no new verdict', async () => {
  assert.deepEqual(await stillCount(withFile('home.js.map')), [true, true]);
  assert.deepEqual(await stillCount(withFile('node/screens.cjs')), [true, true]);
  const auth = { ...site.auth, files: { 'login.js': file('changed') } };
  assert.deepEqual(await stillCount({ ...site, auth }), [true, true]);
});

for (const [what, changed] of Object.entries({
  shell: { ...site, shell: { ...site.shell, provides: { react: '20.0.0' } } },
  'calls of the API': { ...site, marketing: { ...marketing, calls: { 'GET /verify': {} } } },
  'sample of another app': { ...site, auth: { ...site.auth, samples: { 'GET /verify': 2 } } },
  'driver of another app': { ...site, auth: { ...site.auth, drivers: { paused: {} } } },
}))
  test(`Another ${what} needs new verdicts`, async () => {
    assert.deepEqual(await stillCount(changed), [false, false]);
  });

test('A short version may stand for anything in the code, so the name keeps it', async () => {
  const numbered = (version: string): Site => ({ ...site, marketing: { ...marketing, version } });
  const names = await Promise.all([numbered('2'), numbered('3')].map((it) => namesOf(it, it)));
  assert.notDeepEqual(names[0], names[1]);
});

test("An app's hashes cannot make the code that is compared grow without end", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${index}-${'a'.repeat(99)}.png`);
  const files = { ...marketing.files, ...Object.fromEntries(names.map((it) => [it, file('a')])) };
  assert.equal((await namesOf({ ...site, marketing: { ...marketing, files } })).length, 2);
});

test('A verdict is on a screen together with the one that it was compared with', async () => {
  const [home, about] = await namesOf(site, withFile('about.js'));
  assert.equal(home?.[0], home?.[1]);
  assert.notEqual(about?.[0], about?.[1]);
  const [, next] = await namesOf(withFile('about.js'));
  assert.notEqual(next?.[0], about?.[0]);
});
