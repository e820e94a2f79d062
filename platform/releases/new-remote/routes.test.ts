import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { problemWith, routeTable, withRoute } from './routes.ts';

const source = readFileSync(join(root, routeTable), 'utf8');
/** A remote that the checkout lacks, since its table is the sample. */
const unheardOf = { name: 'unheardof', path: '/unheard' };

test('A route is added at the end of the table', () => {
  const added = withRoute(source, unheardOf);
  assert.match(
    added,
    /\n {2}\{\n {4}path: '\/unheard',\n {4}name: 'Unheardof',\n {4}screen: 'unheardof\/Unheardof',\n[^[\]]*\n {2}\},\n\];\n/,
  );
});

test('A source without the table is refused', () => {
  assert.throws(() => withRoute('export const rows = [];', unheardOf), {
    message: 'shell/src/routes.ts has no array "routes".',
  });
});

const apps = ['shell', 'auth'].map((name) => ({ name, folder: name, path: name, port: 0 }));
const route = { screen: 'auth/Faqs', isPublic: true };
const routes = {
  routes: [{ ...route, path: '/FAQs', name: 'Questions' }],
  notFoundTitle: '',
};

const problemOf = (name: string, path: string) => problemWith({ name, path }, apps, routes);

for (const [name, path] of [
  ['tracking', '/track'],
  ['track2', '/track/2-way'],
  ['t'.repeat(20), '/FAQs/more'.toLowerCase()],
] as const)
  test(`${name} at ${path} can be added`, () => {
    assert.equal(problemOf(name, path), undefined);
  });

const nameRule = 'The name has up to 20 lowercase letters and digits, such as tracking, not';
const pathRule =
  'The address is made of slashes, lowercase letters, digits and hyphens, such as /track, not';

for (const [name, path, problem] of [
  ['', '/track', `${nameRule} "".`],
  ['Tracking', '/track', `${nameRule} "Tracking".`],
  ['2track', '/track', `${nameRule} "2track".`],
  ['live-map', '/track', `${nameRule} "live-map".`],
  ['t'.repeat(21), '/track', `${nameRule} "${'t'.repeat(21)}".`],
  ['../auth', '/track', `${nameRule} "../auth".`],
  ['auth', '/track', 'There is an app "auth" already.'],
  ['shell', '/track', 'The site itself is called shell: choose another name.'],
  ['log', '/track', 'The release store has a folder "log" of its own: choose another name.'],
  ...['con', 'nul', 'com1', 'lpt9', 'constructor'].map(
    (name) =>
      [
        name,
        '/track',
        `Windows or JavaScript has a "${name}" of its own: choose another name.`,
      ] as const,
  ),
  ['questions', '/track', 'There is a route "Questions" already: choose another name.'],
  ['tracking', '', `${pathRule} "".`],
  ['tracking', 'track', `${pathRule} "track".`],
  ['tracking', '/', `${pathRule} "/".`],
  ['tracking', '/track/', `${pathRule} "/track/".`],
  ['tracking', '/track/:id', `${pathRule} "/track/:id".`],
  ['tracking', '/faqs', '/faqs is the address of auth/Faqs already.'],
  ['tracking', '/api/track', 'The gateway answers /api itself: choose another address.'],
] as const)
  test(`${name} at ${path || 'no address'} is refused in one sentence`, () => {
    assert.equal(problemOf(name, path), problem);
  });
