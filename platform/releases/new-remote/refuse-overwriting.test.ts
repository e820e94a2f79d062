import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { addRemote } from './add-remote.ts';
import { routeTable } from './routes.ts';
import { SmallCheckout } from './testing/small-checkout.ts';

const unheardof = { name: 'unheardof', path: '/unheard' };

test('A folder with files of somebody is not overwritten', async () => {
  using checkout = new SmallCheckout();
  checkout.write('remote-unheardof/src/screens/Unheardof.tsx', 'Mine');
  await assert.rejects(
    () => addRemote(checkout.folder, unheardof),
    new CliError('remote-unheardof/ has files already: move them away, or choose another name.'),
  );
  assert.equal(checkout.read('remote-unheardof/src/screens/Unheardof.tsx'), 'Mine');
  assert.ok(!checkout.has('remote-unheardof/package.json'));
});

test('A folder with nothing but what was installed and built is taken', async () => {
  using checkout = new SmallCheckout();
  checkout.write('remote-unheardof/node_modules/react/package.json', '{}');
  checkout.write('remote-unheardof/dist/remoteEntry.js', '');
  await addRemote(checkout.folder, unheardof);
  assert.ok(checkout.has('remote-unheardof/package.json'));
});

test('Nothing is written if a section is missing', async () => {
  using checkout = new SmallCheckout();
  const compose = checkout.read('docker-compose.yml').replace(/.*of apps to wait for.*\n/g, '');
  checkout.write('docker-compose.yml', compose);
  const routes = checkout.read(routeTable);
  await assert.rejects(
    () => addRemote(checkout.folder, unheardof),
    new CliError('docker-compose.yml has no section "apps to wait for".'),
  );
  assert.ok(!checkout.has('remote-unheardof'));
  assert.equal(checkout.read(routeTable), routes);
  assert.equal(checkout.read('docker-compose.yml'), compose);
});
