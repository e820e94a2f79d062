import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { addRemote } from './add-remote.ts';
import { routeTable, withoutRoutes, withRoute } from './edit-routes.ts';
import { removeRemote } from './remove-remote.ts';
import { hasGit, SmallCheckout } from './testing/small-checkout.ts';

const needsGit = { skip: !hasGit() && 'git is not installed' };
const tracking = { name: 'tracking', path: '/track' };

test('Nothing is written, neither to add nor to remove, if a section is missing', () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  const compose = checkout.read('docker-compose.yml').replace(/.*of apps to wait for.*\n/g, '');
  checkout.write('docker-compose.yml', compose);
  const routes = checkout.read(routeTable);
  const refusal = refused('docker-compose.yml has no section "apps to wait for".');
  assert.throws(() => addRemote(folder, tracking), refusal);
  assert.throws(() => removeRemote(folder, 'auth'), refusal);
  assert.ok(!checkout.has('remote-tracking') && checkout.has('remote-auth'));
  assert.equal(checkout.read(routeTable), routes);
  assert.equal(checkout.read('docker-compose.yml'), compose);
});

test(
  'What is not committed is not deleted from a folder that git tracks, unless anyway',
  needsGit,
  () => {
    using checkout = new SmallCheckout();
    const { folder } = checkout;
    addRemote(folder, tracking);
    checkout.commit();
    checkout.write('remote-tracking/src/screens.ts', 'Edited');
    checkout.write('remote-tracking/src/Map.tsx', 'New');
    checkout.remove('remote-tracking/src/alone.ts');
    assert.throws(
      () => removeRemote(folder, 'tracking'),
      refused(
        'remote-tracking/src/screens.ts, remote-tracking/src/Map.tsx would be lost: commit what is in remote-tracking/ first, or add --anyway to delete it.',
      ),
    );
    assert.equal(checkout.read('remote-tracking/src/Map.tsx'), 'New');
    assert.match(checkout.read(routeTable), /'tracking\/Tracking'/);
    removeRemote(folder, 'tracking', { anyway: true });
    assert.ok(!checkout.has('remote-tracking'));
  },
);

test('A remote that is committed, or of which nothing is, is removed', needsGit, () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  checkout.commit();
  addRemote(folder, tracking);
  removeRemote(folder, 'tracking');
  assert.ok(!checkout.has('remote-tracking'));
  removeRemote(folder, 'auth');
  assert.ok(!checkout.has('remote-auth'));
});

test('The routes of a remote without a folder are removed, and what compose says of it', () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  const before = checkout.texts();
  addRemote(folder, tracking);
  checkout.remove('remote-tracking');
  removeRemote(folder, 'tracking');
  assert.deepEqual(checkout.texts(), before);
  const routes = withRoute(checkout.read(routeTable), tracking);
  checkout.write(routeTable, routes);
  removeRemote(folder, 'tracking');
  assert.deepEqual(checkout.texts(), before);
});

test('What is left of a remote is removed: its folder, or its name in compose', () => {
  using checkout = new SmallCheckout();
  const { folder } = checkout;
  const before = checkout.texts();
  checkout.write('remote-tracking/node_modules/react/package.json', '{}');
  removeRemote(folder, 'tracking');
  assert.ok(!checkout.has('remote-tracking'));
  addRemote(folder, tracking);
  checkout.remove('remote-tracking');
  checkout.write(routeTable, withoutRoutes(checkout.read(routeTable), 'tracking'));
  removeRemote(folder, 'tracking');
  assert.deepEqual(checkout.texts(), before);
});

for (const name of ['tracking', 'shell', '../remote-auth', ''])
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
