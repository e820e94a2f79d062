import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { routeTable, withRoute } from './edit-routes.ts';

const source = readFileSync(join(root, routeTable), 'utf8');
/** A remote that the checkout does not have, since its table is the sample. */
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
