import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { signPreview } from '@kargo/release-log/contract/preview-token';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { whoMadePath } from '@kargo/shared-types/releases/who-made';
import { fixtureKey, fixtureSite, onHttps } from '../../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../../testing/gateway.ts';
import { listen } from '../../testing/listen.ts';

const SITE_URL = 'https://kargo.example';
const at = '2026-01-02T03:04:05.000Z';
const by = 'Marketing team, https://ci.example/run/7';
const marketing: Partial<StoredRelease> = {
  owner: 'Marketing team',
  commit: '0123456789abcdef',
};

/** A site with marketing 2.0.0, which replaced 1.0.0. Its store also has 3.0.0. */
async function site(context: TestContext, variables: Record<string, string> = {}) {
  const releases = await fixtureSite(context);
  for (const version of ['2.0.0', '3.0.0'])
    await releases.writeRemote('marketing', version, marketing);
  await releases.writeShell('2.0.0', {}, { owner: 'Platform team' });
  await releases.serve({
    shell: [
      { version: '2.0.0', at },
      { version: '1.0.0', at },
    ],
    marketing: [
      { version: '2.0.0', at, by },
      { version: '1.0.0', at, by },
    ],
  });
  const env = { ...onHttps(releases.folder), ...variables };
  const { get } = await gateway(context, releases.folder, env);
  const ask = (cookie = '') => get(whoMadePath, { cookie });
  const ofMarketing = async (cookie?: string) => (await ask(cookie)).json().marketing.releases;
  return { releases, ask, ofMarketing };
}

test("Everybody may know a release's owner and since when it is current, but not its run or sources", async (context) => {
  const { ask } = await site(context);
  const response = await ask();
  assert.equal(response.headers['cache-control'], 'private, no-cache');
  assert.deepEqual(response.json(), {
    shell: {
      owner: 'Platform team',
      releases: {
        '2.0.0': { came: 'current', since: at },
        '1.0.0': { came: 'replaced' },
      },
    },
    marketing: {
      owner: 'Marketing team',
      releases: {
        '2.0.0': { came: 'current', since: at },
        '1.0.0': { came: 'replaced' },
      },
    },
  });
});

test('A canary is described with its percentage', async (context) => {
  const { releases, ofMarketing } = await site(context);
  const next = {
    ...(await releases.recorded('marketing', { version: '3.0.0', at, by })),
    percent: 5,
  };
  await releases.change('marketing', { next });
  const { '3.0.0': canary, '2.0.0': current } = await ofMarketing();
  assert.deepEqual(canary, { came: 'canary (5%)', since: at });
  assert.equal(current.came, 'current');
});

test('A previewed release is shown only to visitors who have opened the link', async (context) => {
  const { ofMarketing } = await site(context);
  const iat = Date.now() / 1000;
  const apps = { marketing: '3.0.0' };
  const token = await signPreview({ apps, site: SITE_URL, iat, exp: iat + 60 }, fixtureKey);
  const seen = await ofMarketing(`__Host-kargo-preview=${token}`);
  assert.deepEqual(seen['3.0.0'], { came: 'preview' });
  assert.equal((await ofMarketing())['3.0.0'], undefined);
});

test('A release in place of a failed one is described as a fallback', async (context) => {
  const { releases, ask, ofMarketing } = await site(context);
  const shell = (await ask('kargo-failed-shell=2.0.0')).json().shell.releases;
  assert.equal(shell['1.0.0'].came, 'fallback');
  assert.equal(shell['2.0.0'].came, 'current');

  await releases.serve({ shell: '2.0.0', marketing: ['9.9.9', { version: '1.0.0', at }] });
  await context.waitFor(async () => {
    assert.deepEqual((await ofMarketing())['1.0.0'], { came: 'fallback' });
  }, busyMachine);
});

test('The owner of an app on a development server is known', async (context) => {
  const origin = await listen(context, (_request, response) => {
    response.end(JSON.stringify({ app: 'auth', screens: {}, owner: 'Auth team' }));
  });
  const { ask } = await site(context, {
    SITE_URL: 'http://localhost:3000',
    KARGO_DEV_APPS: `auth=${origin}`,
  });
  assert.deepEqual((await ask()).json().auth, { owner: 'Auth team', releases: {} });
});
