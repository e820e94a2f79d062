import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { nothingPublished, type Site } from '../releases/site/published.ts';
import { fixtureRoutes, fixtureTexts } from '../testing/fixture-routes.ts';
import { searchTags } from './search-tags.ts';

const siteUrl = 'https://kargo.example';

const marketing = testRelease({ texts: { Home: fixtureTexts } });

const siteWith = (routes: typeof fixtureRoutes): Site => ({
  ...nothingPublished,
  shell: { html: '', routes, inlineScripts: {} },
  releases: new Map([['marketing', marketing]]),
});

function tagsOf(path: string, routes = fixtureRoutes): string {
  const route = routes.routes.find((candidate) => candidate.path === path);
  assert.ok(route, path);
  return searchTags(siteWith(routes), route, siteUrl).join('\n');
}

test('A page has a description and a canonical address', () => {
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
  const tags = searchTags(siteWith(fixtureRoutes), null, siteUrl).join('');
  assert.match(
    tags,
    /<title>Page not found – Kargo<\/title><meta name="robots" content="noindex">/,
  );
  assert.doesNotMatch(tags, /canonical|og:/);
});
