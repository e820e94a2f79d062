import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Stats } from 'webpack';
import { integrityPlugin } from './integrity-plugin.ts';

const folder = await mkdtemp(join(tmpdir(), 'kargo-integrity-sources-'));
test.after(() => rm(folder, { recursive: true }));
const dist = await mkdtemp(join(tmpdir(), 'kargo-integrity-'));
test.after(() => rm(dist, { recursive: true }));

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
  await build();
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

const cssLoader = createRequire(import.meta.url).resolve('css-loader');

async function build(): Promise<void> {
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './entry.js',
    output: { path: dist, clean: true },
    module: { rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, cssLoader] }] },
    plugins: [new MiniCssExtractPlugin(), integrityPlugin],
  });
  const stats = await promisify<Stats | undefined>((done) => compiler?.run(done))();
  assert.deepEqual(stats?.toJson().errors, []);
}
