import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../testing/memory-store.ts';
import { auth, marketing, owner, publishers, publishersOf } from '../testing/test-log.ts';
import { sign } from './release-signature.ts';
import { readVerdict, type Verdict, writeVerdict } from './verdicts.ts';

const at = new Date(0).toISOString();
const verdict: Verdict = { log: 'test-log', app: 'marketing', name: 'Home', at, by: 'test' };
const path = 'marketing/verdicts/Home.jws';

const read = (store: MemoryStore, trusted = publishers) =>
  readVerdict(store, { app: 'marketing', name: 'Home' }, trusted);

test('A verdict counts for everybody who trusts its key', async () => {
  const store = new MemoryStore();
  assert.equal(await read(store), undefined);
  await writeVerdict(store, verdict, marketing);
  assert.deepEqual(await read(store), verdict);
  assert.equal(await read(store, publishersOf(auth)), undefined);
});

for (const [what, forge] of [
  ['by the key of another team', (store) => writeVerdict(store, verdict, auth)],
  ['that was changed', (store) => changed(store, (jws) => jws.replace(/\..../, '.eyJh'))],
  ['cut short', (store) => changed(store, (jws) => jws.slice(0, -9))],
  ['that is no signature', (store) => store.write(path, Buffer.from('yes'))],
  ['of another kind', async (store) => store.write(path, await signedAs('kargo-preview'))],
  ['on something else', async (store) => store.write(path, await signedAs({ name: 'About' }))],
  ['on another app', async (store) => store.write(path, await signedAs({ app: 'auth' }))],
  ['of another store', async (store) => store.write(path, await signedAs({ log: 'staging' }))],
] satisfies [string, (store: MemoryStore) => Promise<void>][])
  test(`One ${what} does not count`, async () => {
    const store = new MemoryStore();
    await forge(store);
    assert.equal(await read(store), undefined);
  });

async function changed(store: MemoryStore, change: (jws: string) => string): Promise<void> {
  await writeVerdict(store, verdict, marketing);
  await store.write(path, Buffer.from(change(String(store.objects.get(path)))));
}

async function signedAs(as: 'kargo-preview' | Partial<Verdict>): Promise<Buffer> {
  const content = JSON.stringify(typeof as === 'string' ? verdict : { ...verdict, ...as });
  const kind = typeof as === 'string' ? as : 'kargo-verdict';
  return Buffer.from(await sign(kind, content, owner));
}
