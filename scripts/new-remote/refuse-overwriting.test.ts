import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { addRemote } from './add-remote.ts';
import { SmallCheckout } from './testing/small-checkout.ts';

const tracking = { name: 'tracking', path: '/track' };

test('A folder with files of somebody is not overwritten', () => {
  using checkout = new SmallCheckout();
  checkout.write('remote-tracking/src/screens/Tracking.tsx', 'Mine');
  assert.throws(
    () => addRemote(checkout.folder, tracking),
    new CliError(
      'remote-tracking/ has files already (src): move them away, or choose another name.',
    ),
  );
  assert.equal(checkout.read('remote-tracking/src/screens/Tracking.tsx'), 'Mine');
  assert.ok(!checkout.has('remote-tracking/package.json'));
});

test('A folder with nothing but what was installed and built is taken', () => {
  using checkout = new SmallCheckout();
  checkout.write('remote-tracking/node_modules/react/package.json', '{}');
  checkout.write('remote-tracking/dist/remoteEntry.js', '');
  addRemote(checkout.folder, tracking);
  assert.ok(checkout.has('remote-tracking/package.json'));
});
