import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Stats } from 'webpack';
import { stableNamesPlugin } from './stable-names-plugin.ts';

test('Minified files of two releases differ only in their versions', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-names-'));
  t.after(() => rm(folder, { recursive: true }));
  const versions = ['0.1.0-eeeeeeeeee', '0.1.0-tttttttttt'];
  const files = await Promise.all(versions.map((version) => build(folder, version)));
  const [first, second] = files.map((text, index) => {
    const version = versions[index] ?? '';
    assert.ok(text.includes(`"${version}"`), text);
    return text.replaceAll(version, '');
  });
  assert.equal(first, second);
});

/** Returns the minified script. */
async function build(folder: string, version: string): Promise<string> {
  const path = await mkdtemp(join(folder, 'build-'));
  const entry = join(path, 'entry.js');
  const functions = ['one', 'two', 'three'].map(
    (name) => `function ${name}(it) {
    const own = [it, '${version}'];
    return globalThis.from(own, own.map((other) => globalThis.${name}(other, it)));
  }`,
  );
  await writeFile(entry, `${functions.join('\n')} globalThis.all = [one, two, three];`);
  const compiler = webpack({
    mode: 'production',
    context: path,
    entry,
    output: { path, filename: 'main.js' },
    optimization: { minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify })] },
    plugins: [stableNamesPlugin('tracking', version)],
  });
  const stats: Stats | undefined = await promisify(compiler.run.bind(compiler))();
  assert.equal(stats?.hasErrors(), false, stats?.toString());
  return readFile(join(path, 'main.js'), 'utf8');
}
