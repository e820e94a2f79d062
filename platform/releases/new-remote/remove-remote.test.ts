import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { addRemote } from './add-remote.ts';
import { routeTable, withoutRoutes, withRoute } from './edit-routes.ts';
import { removeRemote } from './remove-remote.ts';
import { hasGit, SmallCheckout } from './testing/small-checkout.ts';

const needsGit = { skip: !hasGit() && 'git is not installed' };
const unheardof = { name: 'unheardof', path: '/unheard' };

test('Nothing is written, neither to add nor to remove, if a section is missing', () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  const compose = checkout.read('docker-compose.yml').replace(/.*of apps to wait for.*\n/g, '');
  checkout.write('docker-compose.yml', compose);
  const routes = checkout.read(routeTable);
  const refusal = refused('docker-compose.yml has no section "apps to wait for".');
  assert.throws(() => addRemote(folder, unheardof), refusal);
  assert.throws(() => removeRemote(folder, 'auth'), refusal);
  assert.ok(!checkout.has('remote-unheardof') && checkout.has('remote-auth'));
  assert.equal(checkout.read(routeTable), routes);
  assert.equal(checkout.read('docker-compose.yml'), compose);
});

test(
  'What is not committed is not deleted from a folder that git tracks, unless anyway',
  needsGit,
  () => {
    using checkout = new SmallCheckout();
    const { folder } = checkout;
    addRemote(folder, unheardof);
    checkout.commit();
    checkout.write('remote-unheardof/src/screens.ts', 'Edited');
    checkout.write('remote-unheardof/src/Map.tsx', 'New');
    checkout.remove('remote-unheardof/src/alone.ts');
    assert.throws(
      () => removeRemote(folder, 'unheardof'),
      refused(
        'remote-unheardof/src/screens.ts, remote-unheardof/src/Map.tsx would be lost: commit what is in remote-unheardof/ first, or add --anyway to delete it.',
      ),
    );
    assert.equal(checkout.read('remote-unheardof/src/Map.tsx'), 'New');
    assert.match(checkout.read(routeTable), /'unheardof\/Unheardof'/);
    removeRemote(folder, 'unheardof', { anyway: true });
    assert.ok(!checkout.has('remote-unheardof'));
  },
);

test('A remote that is committed, or of which nothing is, is removed', needsGit, () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  checkout.commit();
  addRemote(folder, unheardof);
  removeRemote(folder, 'unheardof');
  assert.ok(!checkout.has('remote-unheardof'));
  removeRemote(folder, 'auth');
  assert.ok(!checkout.has('remote-auth'));
});

test('The routes of a remote without a folder are removed, and what compose says of it', () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  const before = checkout.texts();
  addRemote(folder, unheardof);
  checkout.remove('remote-unheardof');
  removeRemote(folder, 'unheardof');
  assert.deepEqual(checkout.texts(), before);
  const routes = withRoute(checkout.read(routeTable), unheardof);
  checkout.write(routeTable, routes);
  removeRemote(folder, 'unheardof');
  assert.deepEqual(checkout.texts(), before);
});

test('What is left of a remote is removed: its folder, or its name in compose', () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  const before = checkout.texts();
  checkout.write('remote-unheardof/node_modules/react/package.json', '{}');
  removeRemote(folder, 'unheardof');
  assert.ok(!checkout.has('remote-unheardof'));
  addRemote(folder, unheardof);
  checkout.remove('remote-unheardof');
  checkout.write(routeTable, withoutRoutes(checkout.read(routeTable), 'unheardof'));
  removeRemote(folder, 'unheardof');
  assert.deepEqual(checkout.texts(), before);
});

for (const name of ['unheardof', 'shell', '../remote-auth', ''])
  test(`There is no remote "${name}" to remove`, () => {
    using checkout = new SmallCheckout();
    assert.throws(
      () => removeRemote(checkout.folder, name),
      refused(`There is no remote "${name}" to remove: neither a folder nor a route.`),
    );
  });

const refused = (message: string) => (error: unknown) => {
  assert.ok(error instanceof CliError);
  assert.equal(error.message, message);
  return true;
};
