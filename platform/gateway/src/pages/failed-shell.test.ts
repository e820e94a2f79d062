import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { inlineScriptFile, releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureSite, PUBLISHERS } from '../testing/fixture-releases.ts';

const script = '"Reloads if it fails"';

/** A site whose shell 2.0.0 was published after 1.0.0. */
async function site(context: TestContext, variables: Record<string, string> = {}) {
  const releases = await fixtureSite(context);
  await releases.writeShell('2.0.0', { [inlineScriptFile('fallback')]: script });
  await releases.writePages(
    '1.0.0',
    { app: 'marketing', version: '1.0.0' },
    { '/': { html: '<h1>As it was</h1>', css: '.h1{}' } },
  );
  await releases.serve({ shell: ['2.0.0', '1.0.0'], marketing: '1.0.0' });
  const app = await buildApp(readEnv({ RELEASES: releases.folder, PUBLISHERS, ...variables }));
  context.after(() => app.close());
  return app;
}

const failed = (version: string) => ({ cookie: `kargo-failed-shell=${version}` });
const shellOf = (body: string) => /src="\/releases\/shell\/([\d.]+)\/main\.js"/.exec(body)?.[1];

test('A page can request the previous shell, and its policy allows the script for that', async (context) => {
  const app = await site(context);
  const page = await app.inject('/');
  assert.equal(shellOf(page.body), '2.0.0');
  assert.ok(page.body.includes(`<script>${script}</script>`));
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(String(page.headers['content-security-policy']).includes(`'sha256-${hash}'`));
});

test('A browser in which the shell failed gets the previous one, and no third one', async (context) => {
  const app = await site(context);
  const { body } = await app.inject({ url: '/', headers: failed('2.0.0') });
  assert.equal(shellOf(body), '1.0.0');
  assert.ok(body.includes('As it was'));
  assert.ok(!body.includes(script));
  const map = await app.inject({ url: releaseMapPath, headers: failed('2.0.0') });
  assert.deepEqual(
    map.json().shell.map(({ version }: { version: string }) => version),
    ['1.0.0'],
  );
});

test('A page with the previous shell cannot request another one, although there are older ones', async (context) => {
  const releases = await fixtureSite(context);
  const withScript = { [inlineScriptFile('fallback')]: script };
  for (const version of ['2.0.0', '3.0.0']) await releases.writeShell(version, withScript);
  await releases.serve({ shell: ['3.0.0', '2.0.0', '1.0.0'], marketing: '1.0.0' });
  const app = await buildApp(readEnv({ RELEASES: releases.folder, PUBLISHERS }));
  context.after(() => app.close());
  const current = await app.inject('/');
  const previous = await app.inject({ url: '/', headers: failed('3.0.0') });
  assert.ok(current.body.includes(script));
  assert.equal(shellOf(previous.body), '2.0.0');
  assert.ok(!previous.body.includes(script));
});

test('A browser in which a canary and the current shell failed gets the one before', async (context) => {
  const releases = await fixtureSite(context);
  const withScript = { [inlineScriptFile('fallback')]: script };
  for (const version of ['2.0.0', '3.0.0']) await releases.writeShell(version, withScript);
  await releases.serve({ shell: ['2.0.0', '1.0.0'], marketing: '1.0.0' });
  const canary = await releases.recorded('shell', '3.0.0');
  await releases.change('shell', { next: { ...canary, percent: 100 } });
  const app = await buildApp(readEnv({ RELEASES: releases.folder, PUBLISHERS }));
  context.after(() => app.close());
  const shells = [];
  for (const headers of [{}, failed('3.0.0'), failed('2.0.0')])
    shells.push(shellOf((await app.inject({ url: '/', headers })).body));
  assert.deepEqual(shells, ['3.0.0', '2.0.0', '1.0.0']);
});

test('A failed shell that is not current is ignored', async (context) => {
  const app = await site(context);
  for (const version of ['1.9.0', '1.0.0', '', '../1.0.0']) {
    const { body } = await app.inject({ url: '/', headers: failed(version) });
    assert.equal(shellOf(body), '2.0.0', version);
  }
});

test('Without a previous shell the page cannot request one', async (context) => {
  const releases = await fixtureSite(context, { [inlineScriptFile('fallback')]: script });
  const app = await buildApp(readEnv({ RELEASES: releases.folder, PUBLISHERS }));
  context.after(() => app.close());
  const { body } = await app.inject({ url: '/', headers: failed('1.0.0') });
  assert.equal(shellOf(body), '1.0.0');
  assert.ok(!body.includes(script));
});
