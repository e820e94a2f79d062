import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { routeTable, withoutRoutes, withRoute } from './edit-routes.ts';

const source = readFileSync(join(root, routeTable), 'utf8');
const tracking = { name: 'tracking', path: '/track' };

test('A route is added at the end of the table, and taken away without a trace', () => {
  const added = withRoute(source, tracking);
  assert.match(
    added,
    /\n {2}\{\n {4}path: '\/track',\n {4}name: 'Tracking',\n {4}screen: 'tracking\/Tracking',\n[^[\]]*\n {2}\},\n\];\n/,
  );
  assert.equal(withoutRoutes(added, 'tracking'), source);
});

test('All routes of a remote are taken away, however they are written, and no others', () => {
  const table = (rows: string) => `export const routes: Route[] = [\n${rows}];\nconst rest = [];\n`;
  const kept = "  { path: '/a', screen: 'track/Tracking' },\n";
  const routes =
    "  page('/b', 'tracking/List'),\n" +
    kept +
    "  // With a remark.\n  {\n    path: '/c',\n    screen: 'tracking/Map',\n  },\n";
  assert.equal(withoutRoutes(table(routes), 'tracking'), table(kept));
});

test('A source without the table is refused', () => {
  assert.throws(() => withRoute('export const rows = [];', tracking), {
    message: 'shell/src/routes.ts has no array "routes".',
  });
});
