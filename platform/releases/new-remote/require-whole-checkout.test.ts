import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { removeRemote } from './remove-remote.ts';
import { requireWholeCheckout } from './require-whole-checkout.ts';
import { hasGit, SmallCheckout } from './testing/small-checkout.ts';

/** Returns the sentence that refuses a checkout after a change that is not committed; undefined if it passes. */
function refusal(change: (checkout: SmallCheckout) => void, removed?: string): string | undefined {
  using checkout = new SmallCheckout();
  checkout.write('tests/e2e/package.json', '{}');
  checkout.commit();
  change(checkout);
  try {
    requireWholeCheckout(checkout.folder, removed);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CliError);
    return error.message;
  }
}

const lost = (folders: string) =>
  `This checkout has no ${folders}, which git tracks, and files that name every package would lose it: call this in a whole checkout. What was deleted on purpose is taken away with "pnpm new-remote --remove <name>".`;

const needsGit = { skip: !hasGit() && 'git is not installed' };

test('A whole checkout is not refused', needsGit, () => {
  assert.equal(
    refusal(() => {}),
    undefined,
  );
});

test('A checkout without another team’s remote, or another package, is refused', needsGit, () => {
  assert.equal(
    refusal((checkout) => checkout.remove('remote-auth')),
    lost('remote-auth'),
  );
  assert.equal(
    refusal((checkout) => checkout.remove('tests/e2e')),
    lost('tests/e2e'),
  );
});

test('A remote that was deleted by hand can be taken away', needsGit, () => {
  assert.equal(
    refusal((checkout) => checkout.remove('remote-auth'), 'auth'),
    undefined,
  );
});

test('A remote that was taken away is not missed', needsGit, () => {
  assert.equal(
    refusal(({ folder }) => removeRemote(folder, 'auth')),
    undefined,
  );
});

for (const file of ['shell/src/routes.ts', 'docker-compose.yml'])
  test(`A checkout without ${file} is refused, whatever git says`, () => {
    using checkout = new SmallCheckout();
    checkout.remove(file);
    assert.throws(
      () => requireWholeCheckout(checkout.folder),
      new CliError(`This checkout has no ${file}: remotes are added and removed in a whole one.`),
    );
  });
