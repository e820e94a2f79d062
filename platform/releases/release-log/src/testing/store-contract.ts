import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotStoredError, type ReleaseStore } from '../stores/release-store.ts';

/** Keys that a bucket may have, and that lead out of their folder on some system, or to no file. */
export const notPlain = [
  ...['a/1/../../../.npmrc', '../a', 'a/./1', 'a//1', '/a', 'a/', 'a\\1', 'a/1\n', 'a/\0', ''],
  ...[`a/${'1'.repeat(201)}`, `a/${'1/'.repeat(255)}1`],
];

/**
 * Tests for every kind of release store.
 *
 * @param open returns an empty store; called for each test
 * @param many number of objects that do not fit into one response
 */
export function testStore(kind: string, open: () => Promise<ReleaseStore>, many = 50): void {
  const content = Buffer.from('content');

  test(`${kind}: a written object can be read, up to the limit`, async () => {
    const store = await open();
    await store.write('marketing/1.0.0/assets/a.js', content);
    assert.deepEqual(await store.read('marketing/1.0.0/assets/a.js', content.length), content);
    await assert.rejects(
      store.read('marketing/1.0.0/assets/a.js', content.length - 1),
      /a\.js has 7 bytes, and may have 6\.$/,
    );
    await store.write('marketing/1.0.0/assets/a.js', Buffer.from('other'));
    assert.equal(String(await store.read('marketing/1.0.0/assets/a.js', 100)), 'other');
    await store.write('marketing/1.0.0/empty', Buffer.alloc(0));
    assert.equal((await store.read('marketing/1.0.0/empty', 0)).length, 0);
  });

  test(`${kind}: it knows the time after any response, even that an object is missing`, async () => {
    const store = await open();
    await assert.rejects(store.read('marketing/none', 100), NotStoredError);
    // A `Date` header has whole seconds.
    assert.ok(Math.abs(Number(store.now()) - Date.now()) < 5000);
  });

  test(`${kind}: only written objects exist`, async () => {
    const store = await open();
    await assert.rejects(store.read('log/0000000001.json', 100), NotStoredError);
    await store.write('log/0000000001.json', content);
    await assert.rejects(store.read('log/0000000001.json/more', 100), NotStoredError);
    await assert.rejects(store.read('log', 100), Error);
    await store.remove('log/0000000001.json');
    await store.remove('log/0000000001.json');
    await assert.rejects(store.read('log/0000000001.json', 100), NotStoredError);
    assert.deepEqual(await store.list('log'), []);
  });

  test(`${kind}: one of many writers creates an object, and its content stays`, async () => {
    const store = await open();
    const writers = Array.from({ length: 20 }, (_, index) => Buffer.from(`writer ${index}`));
    const created = await Promise.all(
      writers.map((writer) => store.create('log/0000000001.json', writer)),
    );
    assert.equal(created.filter(Boolean).length, 1);
    const stored = await store.read('log/0000000001.json', 100);
    assert.deepEqual(stored, writers[created.indexOf(true)]);
    assert.equal(await store.create('log/0000000001.json', stored), false);
    assert.equal((await store.list('log')).length, 1);
  });

  test(`${kind}: a path that is not plain is neither read, written nor removed`, async () => {
    const store = await open();
    for (const path of notPlain) {
      const isRefused = { message: /^".*" is not in / };
      await assert.rejects(store.read(path, 100), isRefused);
      await assert.rejects(store.write(path, content), isRefused);
      await assert.rejects(store.create(path, content), isRefused);
      await assert.rejects(store.remove(path), isRefused);
    }
  });

  test(`${kind}: the objects in a folder are listed, sorted, with size and time`, async () => {
    const store = await open();
    const before = Date.now() - 2000;
    const paths = ['a/2/x.js', 'a/10/x.js', 'a/10/y/z.js', 'ab/1/x.js'];
    for (const path of paths) await store.write(path, content);
    const listed = await store.list('a');
    assert.deepEqual(
      listed.map(({ path, size }) => `${path} ${size}`),
      ['a/10/x.js 7', 'a/10/y/z.js 7', 'a/2/x.js 7'],
    );
    assert.ok(listed.every(({ at }) => at > before && at < Date.now() + 2000));
    assert.equal((await store.list('a/10/')).length, 2);
    assert.ok((await store.list('a', 2)).length <= 2);
    await store.write('a/0.json', content);
    assert.deepEqual(await store.names('a'), ['0.json', '10/', '2/']);
    assert.deepEqual(await store.names('a/10/'), ['x.js', 'y/']);
    assert.deepEqual(await store.names('b'), []);
  });

  test(`${kind}: more objects than fit into one response are listed`, async () => {
    const store = await open();
    const paths = Array.from({ length: many }, (_, index) => `log/${10_000 + index}.json`);
    await Promise.all(paths.map((path) => store.write(path, content)));
    assert.deepEqual(
      (await store.list('log')).map(({ path }) => path),
      paths,
    );
  });
}
