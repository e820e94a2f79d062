import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { pageRelease } from '@kargo/shared-types/releases/page-release';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import type { ScreenTexts, StoredRelease } from '@kargo/shared-types/releases/release';
import {
  contactEmailPlaceholder,
  headPlaceholder,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { readEnv } from '../env.ts';
import { nothingPublished, type Site } from '../releases/site/published.ts';
import { onHttps } from '../testing/fixture-releases.ts';
import { fixtureRoutes, fixtureTexts } from '../testing/fixture-routes.ts';
import { composePage } from './compose-page.ts';
import { publicConfiguration } from './public-configuration.ts';
import { searchTags } from './search-tags.ts';
import { structuredData } from './structured-data.ts';

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

const described = testRelease({ texts: { Home: fixtureTexts } });
const siteWith = (release: StoredRelease): Site => ({
  ...site,
  releases: new Map([['marketing', release]]),
  shell: { ...site.shell, routes: fixtureRoutes },
});

function routeOf(path: string): PublishedRoute {
  const route = fixtureRoutes.routes.find((candidate) => candidate.path === path);
  assert.ok(route, path);
  return route;
}

const tagsOf = (path: string) =>
  searchTags(siteWith(described), routeOf(path), 'https://kargo.example').join('\n');

test('A page has a title, a description and a canonical address', () => {
  const tags = tagsOf('/').split('\n');
  for (const tag of [
    '<title>Kargo – parcels &amp; gifts</title>',
    '<meta name="description" content="Parcels &amp; gifts, tracked live.">',
    '<link rel="canonical" href="https://kargo.example/">',
  ]) {
    assert.ok(tags.includes(tag), tag);
  }
});

test('A shared link shows title, sentence and picture, with absolute addresses', () => {
  const tags = tagsOf('/').split('\n');
  for (const tag of [
    '<meta property="og:title" content="Kargo – parcels &amp; gifts">',
    '<meta property="og:description" content="Parcels &amp; gifts, tracked live.">',
    '<meta property="og:url" content="https://kargo.example/">',
    '<meta property="og:image" content="https://kargo.example/picture.png">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A parcel &quot;on its way&quot;">',
    '<meta name="twitter:card" content="summary_large_image">',
  ]) {
    assert.ok(tags.includes(tag), tag);
  }
});

test('Search engines may list a page unless its route says no', () => {
  assert.doesNotMatch(tagsOf('/'), /robots/);
  assert.match(tagsOf('/FAQs'), /<meta name="robots" content="noindex">/);
});

test('A page without a description has no description tag of either kind', () => {
  assert.doesNotMatch(tagsOf('/FAQs'), /description/);
});

test('Private pages have no tags for sharing', () => {
  assert.doesNotMatch(tagsOf('/profile'), /og:|twitter:/);
  assert.match(
    tagsOf('/profile'),
    /<link rel="canonical" href="https:\/\/kargo\.example\/profile">/,
  );
});

test('The not-found page is not listed, and has no tags for sharing and no canonical address', () => {
  const tags = searchTags(siteWith(described), null, 'https://kargo.example').join('');
  assert.match(
    tags,
    /<title>Page not found – Kargo<\/title><meta name="robots" content="noindex">/,
  );
  assert.doesNotMatch(tags, /canonical|og:/);
});

const questions = [
  { question: 'How can I pay?', answer: 'In the app.' },
  { question: 'Refunds?', answer: 'Write to {contactEmail}. </script>' },
];

const asked = testRelease({ texts: { Home: { title: 'Kargo', questions } } });

function blockOf(path: string, variables: Record<string, string> = {}): string {
  const configuration = publicConfiguration(readEnv(variables));
  return structuredData(
    siteWith(asked),
    routeOf(path),
    configuration,
    'https://kargo.example',
  ).join('');
}

function thingsOn(path: string, variables?: Record<string, string>) {
  const [, json = ''] =
    /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(blockOf(path, variables)) ?? [];
  const graph = JSON.parse(json);
  assert.equal(graph['@context'], 'https://schema.org');
  return Object.fromEntries(
    graph['@graph'].map((thing: { '@type': string }) => [thing['@type'], thing]),
  );
}

test('Home names the company behind the site, with the configured contact details', () => {
  const variables = { CONTACT_EMAIL: 'us@kargo.example', CONTACT_PHONE: '+1 555' };
  const { Organization, WebSite } = thingsOn('/', variables);
  assert.equal(Organization.name, 'Kargo');
  assert.equal(Organization.url, 'https://kargo.example/');
  assert.equal(Organization.logo, 'https://kargo.example/logo.png');
  assert.equal(Organization.contactPoint.email, 'us@kargo.example');
  assert.equal(Organization.contactPoint.telephone, '+1 555');
  assert.deepEqual(WebSite.publisher, { '@id': Organization['@id'] });
});

test('Profiles on other sites are listed if they are configured', () => {
  assert.equal(thingsOn('/').Organization.sameAs, undefined);
  const { Organization } = thingsOn('/', { SOCIAL_WORK_URL: 'https://work.example/kargo' });
  assert.deepEqual(Organization.sameAs, ['https://work.example/kargo']);
});

test('The questions of a screen contain the configured contact address', () => {
  const { FAQPage } = thingsOn('/', { CONTACT_EMAIL: 'us@kargo.example' });
  assert.deepEqual(
    FAQPage.mainEntity.map((entry: { name: string }) => entry.name),
    ['How can I pay?', 'Refunds?'],
  );
  assert.equal(FAQPage.mainEntity[1].acceptedAnswer.text, 'Write to us@kargo.example. </script>');
});

test('No rating is claimed', () => {
  assert.doesNotMatch(blockOf('/'), /rating|review/i);
});

test('An answer cannot close the block', () => {
  assert.equal(blockOf('/').match(/<\/script>/g)?.length, 1);
});

test('A page that is not to be listed has no structured data', () => {
  assert.equal(blockOf('/FAQs'), '');
});
