import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import webpack, { type Compilation } from 'webpack';
import { bundledPackages } from './bundled-packages.ts';

const folder = await mkdtemp(join(tmpdir(), 'kargo-packages-'));
test.after(() => rm(folder, { recursive: true }));

const manifest = (name: string, version: string) => JSON.stringify({ name, version });
const files = {
  'package.json': manifest('a-remote', '0.1.0'),
  'entry.js':
    "import 'used'; import 'react/jsx-runtime'; import('deep/lazy.js'); import './own.js';",
  'own.js': 'export {};',
  'unused.js': "import 'unused';",
  'node_modules/used/package.json': manifest('used', '1.2.3'),
  'node_modules/used/index.js': "import 'below'; console.log('used');",
  'node_modules/below/package.json': manifest('below', '4.0.0'),
  'node_modules/below/index.js': "console.log('below');",
  'node_modules/deep/package.json': manifest('deep', '2.0.0'),
  'node_modules/deep/lazy.js': "console.log('deep');",
  'node_modules/unused/package.json': manifest('unused', '1.0.0'),
  'node_modules/unused/index.js': "console.log('unused');",
  'node_modules/react/package.json': manifest('react', '19.0.0'),
  'node_modules/react/jsx-runtime.js': "console.log('jsx');",
};

test('The packages in a build are found, joined and lazy ones too, but not the one that makes elements', async () => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  assert.deepEqual(bundledPackages(await compile()), {
    below: '4.0.0',
    deep: '2.0.0',
    used: '1.2.3',
  });
});

async function compile(): Promise<Compilation> {
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './entry.js',
    output: { path: join(folder, 'dist') },
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else resolve(stats.compilation);
    });
  });
}
