import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyCheckout } from '../testing/copy-checkout.ts';

// What the compiler finds is tried in scripts/check-api.test.ts. Here a program in its place finds something else each time.

const checkout = await copyCheckout([
  ...['remote-auth', 'remote-marketing'],
  ...['shared-types', 'shared-ui', 'shared-runtime', 'tools'],
]);
after(() => rm(checkout, { recursive: true, force: true }));

const calls = join(checkout, 'tools/src/calls');
await writeFile(
  join(calls, 'find-calls.ts'),
  'console.log(JSON.stringify(process.argv.slice(2).map((path) => ({ [path + Math.random()]: {} }))));',
);
const { expectedCalls }: typeof import('./expected-calls.ts') = await import(
  join(calls, 'expected-calls.ts')
);
const auth = join(checkout, 'remote-auth');
const marketing = join(checkout, 'remote-marketing');

test('What was found of the same sources is kept, and each app gets its own', async () => {
  const [ofAuth] = await expectedCalls([auth]);
  const [ofMarketing, again] = await expectedCalls([marketing, auth]);
  assert.deepEqual(again, ofAuth);
  assert.match(Object.keys(ofMarketing ?? {})[0] ?? '', /remote-marketing/);
  assert.deepEqual(await expectedCalls([auth, marketing]), [ofAuth, ofMarketing]);
});

for (const file of ['remote-auth/src/screens.ts', 'shared-runtime/src/session.ts']) {
  test(`After a change of ${file} it is found anew`, async () => {
    const before = await expectedCalls([auth]);
    await appendFile(join(checkout, file), '\n');
    assert.notDeepEqual(await expectedCalls([auth]), before);
  });
}
