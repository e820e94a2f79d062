import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { pageRelease } from '@kargo/shared-types/releases/page-release';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import type { ScreenTexts } from '@kargo/shared-types/releases/release';
import {
  contactEmailPlaceholder,
  headPlaceholder,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { readEnv } from '../env.ts';
import { nothingPublished, type Site } from '../releases/site/published.ts';
import { onHttps } from '../testing/fixture-releases.ts';
import { fixtureRoutes } from '../testing/fixture-routes.ts';
import { composePage } from './compose-page.ts';

const home: PublishedRoute = {
  path: '/',
  name: 'Home',
  screen: 'marketing/Home',
  isPublic: true,
};

const remote = (texts: ScreenTexts) =>
  testRelease({
    entry: 'Home.js',
    screens: { Home: [] },
    files: { 'Home.js': { sha384: 'abc', size: 1 } },
    texts: { Home: texts },
  });
const marketing = remote({ title: 'Kargo' });

const site: Site = {
  ...nothingPublished,
  releaseMap: { marketing: [pageRelease(marketing)] },
  releases: new Map([['marketing', marketing]]),
  shell: {
    html: `<html><head>${headPlaceholder}</head><body>$&<p>${contactEmailPlaceholder}</p></body></html>`,
    routes: { ...fixtureRoutes, routes: [home] },
    inlineScripts: { fallback: 'f()', prerendered: 'p()', framed: 'd()' },
  },
};

const profile: PublishedRoute = { ...home, path: '/profile', isPublic: false, hasFrame: true };
const framed: Site = {
  ...site,
  shell: { ...site.shell, html: `${site.shell.html}${rootPlaceholder}` },
  pages: { '/profile': { html: '<h1>My profile</h1>', css: 'h1{}' } },
};

const compose = (route: PublishedRoute | null, variables: Record<string, string> = {}, of = site) =>
  composePage(of, route, readEnv({ ...onHttps('releases'), ...variables })).html;

test('A page has its title, its canonical address and preloads for its screen', () => {
  const html = compose(home);
  assert.match(html, /<title>Kargo<\/title>/);
  assert.match(html, /<link rel="canonical" href="https:\/\/kargo\.example\/">/);
  assert.match(
    html,
    /<link rel="preload" as="script" href="\/releases\/marketing\/1\.0\.0\/Home\.js" integrity="sha384-abc" crossorigin>/,
  );
  assert.doesNotMatch(html, /noindex/);
  assert.doesNotMatch(html, /kargo:head/);
});

test('Modules are preloaded, and checked by an import map of all releases that the page may load', () => {
  const files = { 'Home.js': { sha384: 'abc', size: 1 }, 'a.css': { sha384: 'def', size: 1 } };
  const container = { type: 'module', name: 'market' } as const;
  const modules = { ...marketing, files, container };
  const releaseMap = [modules, { ...modules, version: '0.9.0' }].map(pageRelease);
  const { html, inline } = composePage(
    { ...site, releases: new Map([['marketing', modules]]), releaseMap: { marketing: releaseMap } },
    home,
    readEnv({}),
  );
  const [map = ''] = inline.scripts;
  assert.deepEqual(JSON.parse(map), {
    integrity: {
      '/releases/marketing/1.0.0/Home.js': 'sha384-abc',
      '/releases/marketing/0.9.0/Home.js': 'sha384-abc',
    },
  });
  const preload = html.indexOf(
    '<link rel="modulepreload" as="script" href="/releases/marketing/1.0.0/Home.js" integrity="sha384-abc"',
  );
  assert.ok(html.indexOf(`<script type="importmap">${map}</script>`) < preload);
});

test('A screen whose remote is not published preloads nothing', () => {
  assert.doesNotMatch(compose({ ...home, screen: 'auth/Login' }), /preload/);
});

test('The not-found page preloads nothing', () => {
  const notFound = compose(null);
  assert.match(notFound, /<title>Page not found – Kargo<\/title>/);
  assert.doesNotMatch(notFound, /preload/);
});

test('Titles are text, whatever is in them', () => {
  const hostile = remote({ title: '</title><script>alert(1)</script> $& "quoted"' });
  const html = compose(home, {}, { ...site, releases: new Map([['marketing', hostile]]) });
  assert.match(html, /<title>&lt;\/title&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt; \$&amp; /);
});

test('Visitors without JavaScript see the contact address', () => {
  assert.match(compose(home), /<p>hello@kargo\.example<\/p>/);
  assert.match(compose(home, { CONTACT_EMAIL: '<a>$&' }), /<p>&lt;a&gt;\$&amp;<\/p>/);
});

test('Configuration cannot break out of its block, and arrives as it was', () => {
  const contactEmail = '</script><!--<script>\u2028\u2029&"';
  const html = compose(home, { CONTACT_EMAIL: contactEmail });
  const [, json = ''] = html.split(`<script type="application/json" id="kargo-configuration">`);
  const block = json.slice(0, json.indexOf('</script>'));
  assert.doesNotMatch(block, /<|\u2028|\u2029/);
  assert.equal(JSON.parse(block).contactEmail, contactEmail);
});

test('Both blocks are there under the names that the shell looks for', () => {
  const html = compose(home);
  for (const id of Object.values(pageBlocks)) assert.ok(html.includes(`id="${id}"`), id);
});

test('A page for drivers has its placeholders, and the script that makes its first calls', () => {
  const { html, inline } = composePage(framed, profile, readEnv({}));
  assert.ok(html.includes('<div id="root"><h1>My profile</h1></div>'));
  const [script = ''] = inline.scripts;
  assert.equal(script, 'd()');
  assert.ok(html.includes(`<script>${script}</script>`));
  assert.ok(html.indexOf('id="kargo-configuration"') < html.indexOf(script), 'which it reads');
  assert.match(html, /as="script" fetchpriority="low"/, 'so that they do not wait for scripts');
});

test('It has neither for visitors with a mailed link, nor with a shell without placeholders', () => {
  const pages = [
    composePage(framed, profile, readEnv({}), false),
    composePage({ ...framed, pages: {} }, { ...profile, hasFrame: false }, readEnv({})),
  ];
  for (const { html, inline } of pages) {
    assert.ok(html.includes('<div id="root"></div>'));
    assert.deepEqual(inline.scripts, []);
  }
});
