import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { inlineScriptFile } from '@kargo/shared-types/releases/release-addresses';
import { fixtureSite } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';

const script = '"Reloads if it fails"';

/** A site whose shell 2.0.0 was published after 1.0.0. */
async function site(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeShell('2.0.0', { [inlineScriptFile('fallback')]: script });
  await releases.writePages(
    '1.0.0',
    { app: 'marketing', version: '1.0.0' },
    { '/': { html: '<h1>As it was</h1>', css: '.h1{}' } },
  );
  await releases.serve({ shell: ['2.0.0', '1.0.0'], marketing: '1.0.0' });
  return gateway(context, releases.folder);
}

const failed = (version: string) => ({ cookie: `kargo-failed-shell=${version}` });
const shellOf = (body: string) => /src="\/releases\/shell\/([\d.]+)\/main\.js"/.exec(body)?.[1];

test('A page can request the previous shell, and its policy allows the script for that', async (context) => {
  const { get } = await site(context);
  const page = await get('/');
  assert.equal(shellOf(page.body), '2.0.0');
  assert.ok(page.body.includes(`<script>${script}</script>`));
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(String(page.headers['content-security-policy']).includes(`'sha256-${hash}'`));
});

test('A browser in which the shell failed gets the previous one, and no third one', async (context) => {
  const { get, versions } = await site(context);
  const { body } = await get('/', failed('2.0.0'));
  assert.equal(shellOf(body), '1.0.0');
  assert.ok(body.includes('As it was'));
  assert.ok(!body.includes(script));
  assert.deepEqual(await versions('shell', failed('2.0.0')), ['1.0.0']);
});

test('A page with the previous shell cannot request another one, although there are older ones', async (context) => {
  const releases = await fixtureSite(context);
  const withScript = { [inlineScriptFile('fallback')]: script };
  for (const version of ['2.0.0', '3.0.0']) await releases.writeShell(version, withScript);
  await releases.serve({ shell: ['3.0.0', '2.0.0', '1.0.0'], marketing: '1.0.0' });
  const { get } = await gateway(context, releases.folder);
  const current = await get('/');
  const previous = await get('/', failed('3.0.0'));
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
  const { get } = await gateway(context, releases.folder);
  const shells = [];
  for (const headers of [{}, failed('3.0.0'), failed('2.0.0')])
    shells.push(shellOf((await get('/', headers)).body));
  assert.deepEqual(shells, ['3.0.0', '2.0.0', '1.0.0']);
});

test('A failed shell that is not current is ignored', async (context) => {
  const { get } = await site(context);
  for (const version of ['1.9.0', '1.0.0', '', '../1.0.0']) {
    const { body } = await get('/', failed(version));
    assert.equal(shellOf(body), '2.0.0', version);
  }
});

test('Without a previous shell the page cannot request one', async (context) => {
  const releases = await fixtureSite(context, { [inlineScriptFile('fallback')]: script });
  const { get } = await gateway(context, releases.folder);
  const { body } = await get('/', failed('1.0.0'));
  assert.equal(shellOf(body), '1.0.0');
  assert.ok(!body.includes(script));
});
