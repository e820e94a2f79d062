import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { isRemote } from '@kargo/shared-types/releases/release';
import { readBuild } from './store-build.ts';

// Builds of bundlers that know nothing about Kargo.

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-foreign-'));
});

afterEach(() => rm(folder, { recursive: true }));

const none = { sync: [], async: [] };
const assets = (js: object, css: object = none) => ({ js: { ...none, ...js }, css });
const manifest = {
  metaData: {
    globalName: 'tracking',
    buildInfo: { buildVersion: '1.2.0' },
    remoteEntry: { name: 'entry.js', path: './js', type: 'global' },
  },
  shared: [
    {
      name: 'react',
      version: '19.3.1',
      requiredVersion: '^19.3.1',
      assets: assets({ async: ['237.js'] }),
    },
    {
      name: '@kargo/shared-runtime/session',
      version: '',
      requiredVersion: null,
      assets: assets({}),
    },
  ],
  exposes: [
    {
      name: 'Track',
      assets: assets({ sync: ['track.js'] }, { ...none, sync: ['track.css'] }),
    },
  ],
};
const kargo = { app: 'tracking', owner: 'Tracking', screens: { Track: { title: 'Track' } } };
const rspackEntry = 'r=self.rspackChunktracking=self.rspackChunktracking||[];r.push=t';
const viteManifest = {
  ...manifest,
  metaData: {
    ...manifest.metaData,
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' },
  },
};

test("A release is described by the build's manifest and a hash of its files", async () => {
  const { version, calls, builtAt, files, ...release } = await describe({});
  assert.match(version, /^1\.2\.0-[0-9a-f]{10}$/);
  assert.match(builtAt, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(Object.keys(calls ?? {}), ['GET /verify', 'GET /ip']);
  assert.deepEqual(Object.keys(files), ['js/entry.js', 'mf-manifest.json']);
  assert.deepEqual(release, {
    app: 'tracking',
    owner: 'Tracking',
    entry: 'js/entry.js',
    container: { type: 'global', name: 'tracking', chunkList: 'rspackChunktracking' },
    screens: { Track: ['track.js'] },
    styles: { Track: ['track.css'] },
    needs: { react: '^19.3.1', '@kargo/shared-runtime/session': '*' },
    copies: { react: ['237.js'] },
    bundles: {},
    texts: { Track: { title: 'Track' } },
  });
  const versionWith = async (files: Files) => (await describe(files)).version;
  assert.equal(await versionWith({ 'dist/track.js.map': '{"sources":[]}' }), version);
  const others: Files[] = [
    { 'dist/track.css': 'a{}' },
    { 'kargo.json': `${JSON.stringify(kargo)}\n` },
  ];
  for (const files of others) assert.notEqual(await versionWith(files), version);
});

test('A module has no list of chunks', async () => {
  const { entry, container } = await describe({
    'dist/mf-manifest.json': JSON.stringify(viteManifest),
    'dist/remoteEntry.js': 'export { get, init };',
  });
  assert.equal(entry, 'remoteEntry.js');
  assert.deepEqual(container, { type: 'module', name: 'tracking' });
});

for (const [text, chunkList] of [
  ['self["webpackChunktracking"] = self["webpackChunktracking"] || []', 'webpackChunktracking'],
  ['(globalThis.chunk_tracking||=[]).push', 'chunk_tracking'],
  ["window['rspackChunk-a']=window['rspackChunk-a']||[]", 'rspackChunk-a'],
  ['r=Array.isArray(self.webpackChunka)?self.webpackChunka:self.webpackChunka=[]', 'webpackChunka'],
] as const) {
  test(`The list of chunks is found in ${text}`, async () => {
    const { container } = await describe({ 'dist/js/entry.js': text });
    assert.equal(container?.chunkList, chunkList);
  });
}

test('Packages are found in source maps, except in copies of shared modules', async () => {
  const modules = (...names: string[]) =>
    JSON.stringify({ sources: names.map((name) => `webpack://a/${name}`) });
  const { bundles } = await describe({
    'dist/track.js.map': modules(
      'src/Track.tsx',
      '../node_modules/.pnpm/yup@1.7.1/node_modules/yup/index.js',
      'node_modules/a/node_modules/@b/c/index.js',
      'node_modules/react/cjs/react-jsx-runtime.production.js',
      'node_modules/.federation/entry.1.js',
    ),
    'dist/237.js.map': modules('node_modules/react/index.js'),
  });
  assert.deepEqual(bundles, { '@b/c': '', yup: '1.7.1' });
});

const asLines = (...lines: string[]) => ({ 'kargo.json': lines.join('\n') });

for (const [what, files, message] of [
  [
    'no kargo.json',
    { 'kargo.json': null },
    /dist\/kargo\.json is missing, also in the folder above/,
  ],
  ['a comma too many', asLines('{', '"app": "a",', '}'), /kargo\.json: .*line 3 column 1\)\.$/],
  [
    'a misspelled key',
    asLines(
      '{ "app": "tracking", "screens": {',
      '"Track": { "title": "Track" } },',
      '"call": [] }',
    ),
    /kargo\.json, line 3: call is no key of this file\.$/,
  ],
  [
    'a title that is not a text',
    asLines('{ "app": "tracking", "screens": {', '"Track": {', '"title": 1 } } }'),
    /line 3: screens\.Track\.title must be string\.$/,
  ],
  [
    'a screen that is not exposed',
    asLines('{ "app": "tracking", "screens": {', '"Trak": { "title": "Track" } } }'),
    /line 2: screens\.Trak is not exposed by the build, which has Track\.$/,
  ],
  [
    'an unknown call',
    asLines('{ "app": "tracking", "calls": [', '"GET /verify",', '"GET /parcels"] }'),
    /line 3: calls\.1 must be equal to one of the allowed values: POST \/login, /,
  ],
  [
    'a sample that is no response of the API',
    asLines('{ "app": "tracking", "drivers": { "paused": {', '"GET /verify": {} } } }'),
    /line 2: drivers\.paused\.GET \/verify must have required properties name/,
  ],
  ['chunks without a global list', { 'dist/js/entry.js': 'x' }, /no global list of chunks/],
] as const) {
  test(`A build is refused for ${what}`, async () => {
    await assert.rejects(describe(files), message);
  });
}

type Files = Record<string, string | null>;

/** Writes these files and the usual ones, and returns the release that they make. */
async function describe(files: Files) {
  await rm(folder, { recursive: true });
  const all: Files = {
    'kargo.json': JSON.stringify(kargo),
    'dist/mf-manifest.json': JSON.stringify(manifest),
    'dist/js/entry.js': rspackEntry,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    if (text !== null) await writeFile(join(folder, name), text);
  }
  const release = await readBuild(join(folder, 'dist'));
  assert.ok(isRemote(release));
  return release;
}
