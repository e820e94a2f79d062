import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { packedFiles } from './files-to-pack.ts';
import { packedFolders } from './packed-folders.ts';
import { packedManifest, withVersions } from './packed-manifest.ts';

const manifests = packedFolders.map(manifestOf);
const packed = new Map(manifests.map(({ name, version }) => [name, version]));

for (const manifest of manifests) {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const all = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });

  test(`${manifest.name} asks a registry for versions, and of this repository for packed packages only`, () => {
    for (const [name, range] of all) {
      assert.match(range, /^(\^|npm:typescript@)?\d+\.\d+\.\d+/, `${name} ${range}`);
      if (name.startsWith('@kargo/')) assert.equal(range, `^${packed.get(name)}`);
    }
  });

  test(`${manifest.name} offers no source and has no script`, () => {
    assert.doesNotMatch(JSON.stringify(manifest.exports), /(?<!\.d)\.tsx?"/);
    assert.equal(manifest.scripts, undefined);
    assert.equal(manifest.devDependencies, undefined);
    assert.equal(manifest.private, undefined);
  });
}

test('A source in exports becomes the script in its place, with its types', () => {
  const runtime = manifestOf('shared-runtime');
  assert.deepEqual(runtime.exports['./alone'], {
    types: './src/alone.d.ts',
    default: './src/alone.js',
  });
  assert.equal(runtime.exports['./package.json'], './package.json');
});

test('A package brings the types of the libraries that its own types name, and none of its tests', () => {
  const runtime = manifestOf('shared-runtime').dependencies ?? {};
  assert.ok('@types/react' in runtime);
  const tools = manifestOf('platform/build').dependencies ?? {};
  assert.ok('@types/node' in tools && '@types/js-yaml' in tools && !('@types/jsdom' in tools));
});

test('A pattern in exports becomes the sources that it matches', () => {
  const { exports } = manifestOf('platform/releases/delivery');
  assert.deepEqual(exports['./publish'], {
    types: './src/publish.d.ts',
    default: './src/publish.js',
  });
  assert.ok(
    !('./*' in exports) && !('./testing/keys' in exports) && !('./publish.test' in exports),
  );
});

test('Programs become scripts, and the manifest of a new repository asks for versions', () => {
  const { bin } = manifestOf('platform/releases/commands');
  assert.equal(bin?.['kargo-release'], './src/release.js');
  assert.equal(bin?.['kargo-back'], './src/back.js');
  const template = join(root, 'platform/releases/create-remote/template/repository/package.json');
  const { dependencies, devDependencies } = JSON.parse(
    withVersions(readFileSync(template, 'utf8')),
  );
  assert.equal(dependencies['@kargo/shared-runtime'], `^${packed.get('@kargo/shared-runtime')}`);
  for (const range of Object.values({ ...dependencies, ...devDependencies }))
    assert.match(`${range}`, /^\^?\d/);
});

function manifestOf(name: string) {
  const folder = join(root, name);
  const files = globSync('{src,runtime}/**/*.{ts,tsx}', { cwd: folder });
  return packedManifest(folder, packedFiles(folder, files).sources);
}
