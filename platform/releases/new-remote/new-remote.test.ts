import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { SmallCheckout } from './testing/small-checkout.ts';

// The command itself. `pnpm proof gate` releases a remote that it has added.

for (const parameters of [
  ['unheardof'],
  ['unheardof', '/unheard', '/map'],
  ['--remove', 'auth'],
  ['unheardof', '--anyway'],
])
  test(`"${parameters.join(' ')}" is refused with the usage`, () => {
    using checkout = new SmallCheckout();
    const { status, stderr } = newRemote(checkout, ...parameters);
    assert.equal(status, 1);
    assert.match(stderr, /^Usage: pnpm new-remote <name> <\/path> /m);
    assert.doesNotMatch(stderr, /\n {4}at /);
    assert.ok(checkout.has('remote-auth') && !checkout.has('remote-unheardof'));
  });

test('It says that nothing is linked if the installer cannot be started', () => {
  using checkout = new SmallCheckout();
  // The route table is imported.
  symlinkSync(join(root, 'shell/node_modules'), join(checkout.folder, 'shell/node_modules'));
  const { status, stderr } = newRemote(checkout, 'unheardof', '/unheard');
  assert.equal(status, 1);
  assert.equal(
    stderr,
    'spawn /nowhere/pnpm ENOENT\nAll files are written, but the packages are not linked: run "pnpm install --no-frozen-lockfile".\n',
  );
  assert.ok(checkout.has('remote-unheardof'));
});

function newRemote({ folder }: SmallCheckout, ...parameters: string[]) {
  return spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'new-remote.ts'), ...parameters],
    // Installing is slow, and needs all packages.
    { cwd: folder, encoding: 'utf8', env: { ...process.env, npm_execpath: '/nowhere/pnpm' } },
  );
}
