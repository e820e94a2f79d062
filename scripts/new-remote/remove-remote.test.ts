import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { addRemote } from './add-remote.ts';
import { routeTable } from './edit-routes.ts';
import { removeRemote } from './remove-remote.ts';
import { SmallCheckout } from './testing/small-checkout.ts';

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

const refused = (message: string) => (error: unknown) => {
  assert.ok(error instanceof CliError);
  assert.equal(error.message, message);
  return true;
};
