import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import { readEnv } from '../env.ts';
import { nothingPublished, type Site } from '../releases/site/published.ts';
import { fixtureRoutes } from '../testing/fixture-routes.ts';
import { publicConfiguration } from './public-configuration.ts';
import { structuredData } from './structured-data.ts';

const questions = [
  { question: 'How can I pay?', answer: 'In the app.' },
  { question: 'Refunds?', answer: 'Write to {contactEmail}. </script>' },
];

const marketing = testRelease({ texts: { Home: { title: 'Kargo', questions } } });

const site: Site = {
  ...nothingPublished,
  releases: new Map([['marketing', marketing]]),
  shell: {
    html: '',
    routes: fixtureRoutes,
    inlineScripts: {},
  },
};

function blockOf(path: string, variables: Record<string, string> = {}): string {
  const route = fixtureRoutes.routes.find((candidate) => candidate.path === path) as PublishedRoute;
  const configuration = publicConfiguration(readEnv(variables));
  return structuredData(site, route, configuration, 'https://kargo.example').join('');
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
