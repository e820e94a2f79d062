import { deepEqual, match, notEqual } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { cssLoader } from './css-modules.ts';
import { build, temporaryFolder } from './testing/build.ts';

const path = await temporaryFolder(test);
await writeFile(join(path, 'card.module.css'), '.card { color: red; } .is-large { width: 9px; }');
await writeFile(
  join(path, 'main.js'),
  "import styles from './card.module.css'; export default styles;",
);

const app = { name: 'profile', path };

/** Builds the module, and returns the names of its classes. */
async function classesOf(version: string, isInNode: boolean): Promise<Record<string, string>> {
  const folder = join(path, `dist-${version}-${isInNode}`);
  const loaders = [...(isInNode ? [] : [MiniCssExtractPlugin.loader])];
  await build({
    mode: 'production',
    context: path,
    target: 'node',
    entry: './main.js',
    output: { path: folder, library: { type: 'commonjs2' } },
    module: { rules: [{ test: /\.css$/, use: [...loaders, cssLoader(app, version, isInNode)] }] },
    plugins: [new MiniCssExtractPlugin()],
  });
  const { default: exported } = await import(join(folder, 'main.js'));
  return exported.default;
}

test('A CSS module exports the names of its classes, the same in Node as in the browser, and others in each release', async () => {
  const names = await classesOf('1', false);
  const css = await readFile(join(path, 'dist-1-false/main.css'), 'utf8');
  match(css, new RegExp(`\\.${names.card} \\{ color: red`));
  deepEqual(Object.keys(names), ['card', 'is-large']);
  deepEqual(await classesOf('1', true), names);
  notEqual((await classesOf('2', true)).card, names.card);
});
