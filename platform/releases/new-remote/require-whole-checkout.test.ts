import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { requireWholeCheckout } from './require-whole-checkout.ts';
import { hasGit, SmallCheckout } from './testing/small-checkout.ts';

/** Returns the sentence that refuses a checkout after a change that is not committed; undefined if it passes. */
function refusal(change: (checkout: SmallCheckout) => void): string | undefined {
  using checkout = new SmallCheckout();
  checkout.write('tests/e2e/package.json', '{}');
  checkout.commit();
  change(checkout);
  try {
    requireWholeCheckout(checkout.folder);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CliError);
    return error.message;
  }
}

const lost = (folders: string) =>
  `This checkout has no ${folders}, which git tracks, and files that name every package would lose it: call this in a whole checkout. What was deleted on purpose has to be committed.`;

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

test('A remote that was deleted and committed is not missed', needsGit, () => {
  const removed = (checkout: SmallCheckout) => {
    checkout.remove('remote-auth');
    checkout.commit();
  };
  assert.equal(refusal(removed), undefined);
});

for (const file of ['shell/src/routes.ts', 'docker-compose.yml'])
  test(`A checkout without ${file} is refused, whatever git says`, () => {
    using checkout = new SmallCheckout();
    checkout.remove(file);
    assert.throws(
      () => requireWholeCheckout(checkout.folder),
      new CliError(`This checkout has no ${file}: remotes are added in a whole one.`),
    );
  });
