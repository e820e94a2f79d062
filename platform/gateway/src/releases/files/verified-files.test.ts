import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  newPublisherKey,
  publicPart,
  signatureOf,
} from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { testRelease } from '@kargo/release-log/testing/test-release';
import type { ReleaseFile } from '@kargo/shared-types/releases/release';
import { CachedStore } from './cached-store.ts';
import {
  DamagedFileError,
  NoSuchFileError,
  StoreAwayError,
  VerifiedFiles,
} from './verified-files.ts';

const contents: Record<string, string> = {
  'main.js': 'console.log("parcel");\n'.repeat(100),
  'main.css': 'p { color: red }\n'.repeat(100),
  'main.js.map': '{}',
  'node/screens.cjs': 'module.exports = {}',
  'font.woff2': 'font',
};

const key = await newPublisherKey('team', ['marketing']);
const stores = await mkdtemp(join(tmpdir(), 'kargo-verified-'));
after(() => rm(stores, { recursive: true }));

let store: string;
let files: VerifiedFiles;

beforeEach(async () => {
  store = await mkdtemp(join(stores, 'store-'));
  await publish('1.0.0');
  files = new VerifiedFiles(new FolderStore(store), { log: 'test', keys: [publicPart(key)] });
});

test('A release is verified once, valid or not, until its file or signature changes', async () => {
  const release = () => files.release('marketing', '1.0.0').catch((error: Error) => error);
  const first = await release();
  assert.equal(await release(), first);
  const file = join(store, 'marketing/1.0.0/release.json');
  const content = await readFile(file);
  await writeFile(file, `${content} `);
  const refused = await release();
  assert.match(`${refused}`, /marketing 1\.0\.0 is not what team signed\.$/);
  assert.equal(await release(), refused);
  await writeFile(file, content);
  assert.equal(await release(), first);
  await rm(join(store, 'marketing/1.0.0/release.jws'));
  assert.match(`${await release()}`, /is not signed\.$/);
});

const read = (path: string, encodings?: string, version = '1.0.0') =>
  files.read('marketing', version, path, encodings);

test('A file comes as it was signed, in the smallest encoding that the browser accepts', async () => {
  const file = await read('main.js');
  assert.equal(String(file.content), contents['main.js']);
  assert.equal(file.encoding, 'identity');
  assert.equal(file.type, 'text/javascript; charset=utf-8');
  assert.equal((await read('main.js', 'br, gzip')).encoding, 'gzip');
  assert.equal((await read('font.woff2', 'br, gzip')).encoding, 'identity');
});

test('Nobody gets source maps, Node bundles, or files that release.json does not list', async () => {
  await writeFile(join(store, 'marketing/1.0.0/planted.js'), 'steal()');
  const paths = [
    ['main.js.map', 'node/screens.cjs', 'planted.js', 'main.js.gz', 'release.jws'],
    ['missing.js', '../1.0.0/main.js', '', '__proto__', 'constructor'],
  ].flat();
  for (const path of paths) await assert.rejects(read(path), NoSuchFileError, path);
});

test('The release.json of a release is served', async () => {
  assert.equal(JSON.parse(String((await read('release.json')).content)).entry, 'main.js');
});

test('Nobody gets a file of a release that is not signed or does not exist', async () => {
  await publish('2.0.0', await newPublisherKey('team', ['marketing']));
  await assert.rejects(read('main.js', '', '2.0.0'), NoSuchFileError);
  await assert.rejects(read('main.js', '', '3.0.0'), NoSuchFileError);
  await assert.rejects(read('main.js', '', '..'), NoSuchFileError);
});

test('A store that does not respond is not a missing file', async (context) => {
  const away = new FolderStore(store);
  context.mock.method(away, 'read', () => Promise.reject(new Error('away')));
  const { publishers } = files;
  files = new VerifiedFiles(away, publishers);
  await assert.rejects(read('main.js'), (error) => {
    assert.ok(error instanceof StoreAwayError);
    assert.equal(error.message, 'marketing/1.0.0/release.json: away');
    return true;
  });
});

for (const path of ['main.js', 'main.js.gz', 'main.css', 'main.css.gz', 'font.woff2']) {
  test(`One byte changed in ${path} is found, and nothing of it is sent`, async () => {
    await changeByte(path);
    const encodings = path.endsWith('.gz') ? 'gzip' : 'identity';
    const asked = path.replace('.gz', '');
    await assert.rejects(read(asked, encodings), (error) => {
      assert.ok(error instanceof DamagedFileError);
      assert.deepEqual([error.file, error.release], [path, 'marketing 1.0.0']);
      return true;
    });
    // The other encoding is not affected.
    if (path.endsWith('.gz')) assert.ok((await read(asked)).content.length > 0);
  });
}

test('A file that was read is sent unchanged, whatever happens on the disk', async () => {
  await read('main.js');
  await changeByte('main.js');
  assert.equal(String((await read('main.js')).content), contents['main.js']);
});

test('A damaged file is read again once it is repaired', async () => {
  const file = join(store, 'marketing/1.0.0/main.js');
  await changeByte('main.js');
  await assert.rejects(read('main.js'), DamagedFileError);
  await writeFile(file, contents['main.js'] ?? '');
  assert.ok(await read('main.js'));
});

test('Damaged files do not affect other files requested at the same time', async () => {
  const damaged = ['font.woff2', 'main.css'];
  for (const path of damaged) await changeByte(path);
  const askFor = async (path: string) => {
    for (let time = 0; time < 100; time += 1) {
      const asking = read(path);
      await (path === 'main.js' ? asking : assert.rejects(asking, DamagedFileError));
    }
  };
  await Promise.all(['main.js', ...damaged].map(askFor));
});

test('A release that was compressed and signed again is read again', async () => {
  await read('main.css', 'gzip');
  const other = { ...contents, 'main.js': '//' };
  await publish('1.0.0', key, other);
  await assert.rejects(read('main.js'), DamagedFileError);
  assert.equal(String((await read('main.js')).content), '//');
});

test('At most 64 MB are cached, and a larger file is still sent', async () => {
  const large = Buffer.alloc(33 * 1024 * 1024, 'a');
  for (const version of ['4.0.0', '4.0.1']) await publish(version, key, { 'film.mp4': large });
  await read('film.mp4', '', '4.0.0');
  await read('film.mp4', '', '4.0.1');
  await writeFile(join(store, 'marketing/4.0.0/film.mp4'), 'changed');
  await assert.rejects(read('film.mp4', '', '4.0.0'), DamagedFileError, 'no longer kept');
  await publish('5.0.0', key, { 'film.mp4': Buffer.concat([large, large]) });
  assert.equal((await read('film.mp4', '', '5.0.0')).content.length, 2 * large.length);
});

async function publish(
  version: string,
  signer = key,
  sources: Record<string, string | Buffer> = contents,
): Promise<void> {
  const folder = join(store, 'marketing', version);
  const hashes: Record<string, ReleaseFile> = {};
  const write = async (path: string, content: Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    const sha384 = createHash('sha384').update(content).digest('base64');
    return { sha384, size: content.length };
  };
  for (const [path, content] of Object.entries(sources)) {
    hashes[path] = await write(path, Buffer.from(content));
    if (!/\.(js|css)$/.test(path)) continue;
    hashes[path].variants = { '.gz': await write(`${path}.gz`, gzipSync(content)) };
  }
  const release = testRelease({ version, entry: 'main.js', files: hashes });
  const content = JSON.stringify(release);
  await write('release.json', Buffer.from(content));
  await write('release.jws', Buffer.from(await signatureOf('kargo-release', content, signer)));
}

async function changeByte(path: string): Promise<void> {
  const file = join(store, 'marketing/1.0.0', path);
  const content = await readFile(file);
  content.writeUInt8(content.readUInt8(0) ^ 1, 0);
  await writeFile(file, content);
}

test('While the store is down, reads of copies wait for its timeout only once', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-cached-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const asked: string[] = [];
  let isAway = false;
  const answer = async <T>(path: string, found: T) => {
    asked.push(path);
    if (isAway) throw new Error('timeout');
    return found;
  };
  const store = new CachedStore(
    {
      now: () => Date.now(),
      read: (path) => answer(path, Buffer.from(path)),
      names: async () => [],
      list: (path) => answer(path, [{ path: `${path}/a.js`, size: 1, at: 1 }]),
    },
    folder,
    1e6,
  );
  const names = ['auth/1/release.json', 'auth/2/release.json', 'auth/3/release.json'];
  const readAll = async () => {
    for (const name of names) assert.equal(String(await store.read(name, 100)), name);
    assert.equal((await store.list('auth/1'))[0]?.path, 'auth/1/a.js');
  };
  await readAll();
  assert.equal(asked.length, 4);
  isAway = true;
  await readAll();
  assert.equal(asked.length, 5);
  await assert.rejects(store.read('auth/4/release.json', 100), /timeout/);
});
