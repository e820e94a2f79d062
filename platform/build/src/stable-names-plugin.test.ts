import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import TerserPlugin from 'terser-webpack-plugin';
import { stableNamesPlugin } from './stable-names-plugin.ts';
import { build, temporaryFolder } from './testing/build.ts';

test('Minified files of two releases differ only in their versions', async (t) => {
  const versions = ['0.1.0-eeeeeeeeee', '0.1.0-tttttttttt'];
  const files = await Promise.all(versions.map((version) => minified(t, version)));
  const [first, second] = files.map((text, index) => {
    const version = versions[index] ?? '';
    assert.ok(text.includes(`"${version}"`), text);
    return text.replaceAll(version, '');
  });
  assert.equal(first, second);
});

/** Returns the minified script. */
async function minified(t: TestContext, version: string): Promise<string> {
  const path = await temporaryFolder(t);
  const entry = join(path, 'entry.js');
  const functions = ['one', 'two', 'three'].map(
    (name) => `function ${name}(it) {
    const own = [it, '${version}'];
    return globalThis.from(own, own.map((other) => globalThis.${name}(other, it)));
  }`,
  );
  await writeFile(entry, `${functions.join('\n')} globalThis.all = [one, two, three];`);
  await build({
    mode: 'production',
    context: path,
    entry,
    output: { path, filename: 'main.js' },
    optimization: { minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify })] },
    plugins: [stableNamesPlugin('tracking', version)],
  });
  return readFile(join(path, 'main.js'), 'utf8');
}
