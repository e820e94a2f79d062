import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { integrityPlugin } from './integrity-plugin.ts';
import { build, temporaryFolder } from './testing/build.ts';

const folder = await temporaryFolder(test);
const dist = await temporaryFolder(test);

const cssLoader = createRequire(import.meta.url).resolve('css-loader');
const sources = {
  'entry.js': "import('./lazy.js'); import('./plain.js');",
  'lazy.js': "import './lazy.css'; import('./deeper.js'); document.title = 'lazy';",
  'lazy.css': 'p { color: red; }',
  'plain.js': "document.title = 'plain';",
  'deeper.js': "document.title = 'deeper';",
};

test('The runtime contains the hash of the final content of each script and style that it may load', async () => {
  for (const [name, content] of Object.entries(sources))
    await writeFile(join(folder, name), content);
  await build({
    mode: 'production',
    context: folder,
    entry: './entry.js',
    output: { path: dist, clean: true },
    module: { rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, cssLoader] }] },
    plugins: [new MiniCssExtractPlugin(), integrityPlugin],
  });
  const files = await readdir(dist);
  const runtime = await readFile(join(dist, 'main.js'), 'utf8');
  const later = files.filter((file) => /\.(js|css)$/.test(file) && !file.startsWith('main'));
  assert.equal(later.length, 4);
  for (const file of later) {
    const sha384 = createHash('sha384')
      .update(await readFile(join(dist, file)))
      .digest('base64');
    assert.ok(runtime.includes(`"sha384-${sha384}"`), file);
  }
  assert.equal(runtime.match(/sha384-/g)?.length, later.length);
});
