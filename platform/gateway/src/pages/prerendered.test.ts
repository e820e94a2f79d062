import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newPublisherKey } from '@kargo/release-log/rules/release-signature';
import {
  headPlaceholder,
  inlineScriptFile,
  pagesFile,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { fixtureSite } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';

const home = { html: '<h1>Read me $&</h1>', css: '.h1{color:red}' };
const script = '"Prepares the page"';
const marketing = { app: 'marketing', version: '1.0.0' };

/** A site whose Home is prerendered. */
async function site(context: TestContext, variables: Record<string, string> = {}) {
  const releases = await fixtureSite(context, { [inlineScriptFile('prerendered')]: script });
  await releases.writePages('1.0.0', marketing, { '/': home });
  return { releases, ...(await gateway(context, releases.folder, variables)) };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const directive = (policy: unknown, name: string) =>
  String(policy)
    .split(';')
    .find((part) => part.startsWith(name)) ?? '';

test('A prerendered page is sent with its content and its styles', async (context) => {
  const { get } = await site(context);
  const { body } = await get('/');
  assert.ok(body.includes(`<div id="root">${home.html}</div>`));
  assert.ok(
    body.includes(`<style data-styles="/releases/marketing/1.0.0/styles.css">${home.css}</style>`),
  );
  assert.ok(body.includes(`<script>${script}</script>`));
});

test('Its policy allows only its own inline style and script', async (context) => {
  const { get } = await site(context);
  const page = await get('/');
  const policy = page.headers['content-security-policy'];
  assert.ok(directive(policy, 'style-src').includes(hashOf(home.css)));
  assert.ok(directive(policy, 'script-src').includes(hashOf(script)));
  assert.doesNotMatch(String(policy), /unsafe/);
  // The headers are set again for a cached page.
  const again = await get('/', { 'if-none-match': String(page.headers.etag) });
  assert.equal(again.statusCode, 304);
  assert.equal(again.headers['content-security-policy'], policy);
  const other = await get('/FAQs');
  assert.doesNotMatch(directive(other.headers['content-security-policy'], 'script-src'), /sha256/);
});

test('Inline styles of the shell are allowed in all its pages', async (context) => {
  const { get, releases } = await site(context);
  await releases.writeShell('1.1.0', {
    'index.html': `<style>.own{}</style>${headPlaceholder}${rootPlaceholder}`,
  });
  await releases.serve({ shell: '1.1.0', marketing: '1.0.0' });
  await wait(600);
  for (const url of ['/FAQs', '/nowhere']) {
    const policy = (await get(url)).headers['content-security-policy'];
    assert.ok(directive(policy, 'style-src').includes(hashOf('.own{}')), url);
  }
});

test('Prerendered pages contain the configured contact details', async (context) => {
  const { get, releases } = await site(context, {
    CONTACT_EMAIL: 'us@kargo.example',
    CONTACT_PHONE: '+1 (555) 010-0142',
  });
  const html =
    '<a href="mailto:{contactEmail}">{contactEmail}</a><a href="tel:{contactPhone}">{contactPhone}</a>';
  await releases.writePages('1.0.0', marketing, { '/': { ...home, html } });
  const { body } = await get('/');
  assert.ok(
    body.includes(
      '<a href="mailto:us@kargo.example">us@kargo.example</a><a href="tel:+15550100142">+1 (555) 010-0142</a>',
    ),
  );
});

test('The prerendered not-found page is sent at every address without a route', async (context) => {
  const { get, releases } = await site(context);
  const shell = { app: 'shell', version: '1.0.0' };
  await releases.writePages('1.0.0', shell, { '/*': { html: '<h1>Lost</h1>', css: '' } });
  const { statusCode, body } = await get('/nowhere/at/all');
  assert.equal(statusCode, 404);
  assert.ok(body.includes('<div id="root"><h1>Lost</h1></div>'));
});

test('Pages that are not prerendered are rendered by the browser', async (context) => {
  const { get, releases } = await site(context);
  for (const url of ['/FAQs', '/nowhere']) {
    const { body } = await get(url);
    assert.ok(body.includes(rootPlaceholder), url);
    assert.doesNotMatch(body, /<style|<script>/, url);
  }
  await releases.writeRemote('marketing', '1.1.0');
  await releases.serve({ shell: '1.0.0', marketing: '1.1.0' });
  await wait(600);
  assert.ok((await get('/')).body.includes(rootPlaceholder));
});

test('A shell with empty inline scripts is sent without any', async (context) => {
  const { get, releases } = await site(context);
  await releases.writeShell('0.9.0');
  await releases.writePages('0.9.0', marketing, { '/': home });
  await releases.serve({ shell: '0.9.0', marketing: '1.0.0' });
  await wait(600);
  const { body } = await get('/');
  assert.ok(body.includes(`<div id="root">${home.html}</div>`));
  assert.doesNotMatch(body, /<script>/);
});

test('A page with one byte changed, signed by another team, or copied from another pair is not sent', async (context) => {
  const { get, releases, log } = await site(context);
  const pages = { '/': { html: '<h1>Planted</h1>', css: '' } };
  const file = join(releases.folder, pagesFile('1.0.0', marketing));
  const spoils = [
    async () => writeFile(file, (await readFile(file, 'utf8')).replace('h1', 'h2')),
    async () =>
      releases.writePages('1.0.0', marketing, pages, await newPublisherKey('auth', ['auth'])),
    async () => {
      await releases.writePages('2.0.0', marketing, pages);
      for (const suffix of ['json', 'jws']) {
        const copied = pagesFile('2.0.0', marketing).replace('json', suffix);
        await cp(join(releases.folder, copied), file.replace('json', suffix));
      }
    },
  ];
  const sentences = [/is not what fixture signed/, /by auth, which is not among/, /is a copy of/];
  for (const [index, spoil] of spoils.entries()) {
    await spoil();
    await releases.serve({ shell: '1.0.0', marketing: '1.0.0' });
    await wait(600);
    assert.ok((await get('/')).body.includes(rootPlaceholder));
    assert.ok(
      log.some((line) => sentences[index]?.test(line)),
      String(index),
    );
  }
});

test("A remote's pages count only for its own routes", async (context) => {
  const { get, releases } = await site(context);
  const planted = { html: '<h1>Planted</h1>', css: '' };
  const pages = { '/': planted, '/FAQs': planted, '/stripe-error': planted, '/*': planted };
  await releases.writePages('1.0.0', marketing, pages);
  assert.match((await get('/')).body, /Planted/);
  for (const url of ['/FAQs', '/stripe-error', '/nowhere'])
    assert.doesNotMatch((await get(url)).body, /Planted/, url);
});

test('While an app is developed, no page is prerendered', async (context) => {
  const { get } = await site(context, { KARGO_DEV_APPS: 'auth=http://localhost:1' });
  const page = await get('/');
  assert.ok(page.body.includes(rootPlaceholder));
  assert.doesNotMatch(directive(page.headers['content-security-policy'], 'script-src'), /sha256/);
});
