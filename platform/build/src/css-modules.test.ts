import { deepEqual, match, notEqual } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration, type Stats } from 'webpack';
import { cssLoader } from './css-modules.ts';

const path = await mkdtemp(join(tmpdir(), 'kargo-css-modules-'));
after(() => rm(path, { recursive: true }));
await writeFile(join(path, 'card.module.css'), '.card { color: red; } .is-large { width: 9px; }');
await writeFile(
  join(path, 'main.js'),
  "import styles from './card.module.css'; export default styles;",
);

const app = { name: 'profile', path };

/** Builds the module, and returns the names of its classes. */
async function build(version: string, isInNode: boolean): Promise<Record<string, string>> {
  const folder = join(path, `dist-${version}-${isInNode}`);
  const loaders = [...(isInNode ? [] : [MiniCssExtractPlugin.loader])];
  const options: Configuration = {
    mode: 'production',
    context: path,
    target: 'node',
    entry: './main.js',
    output: { path: folder, library: { type: 'commonjs2' } },
    module: { rules: [{ test: /\.css$/, use: [...loaders, cssLoader(app, version, isInNode)] }] },
    plugins: [new MiniCssExtractPlugin()],
  };
  const stats = await promisify<Configuration, Stats | undefined>(webpack)(options);
  deepEqual(stats?.toJson().errors, []);
  const { default: exported } = await import(join(folder, 'main.js'));
  return exported.default;
}

test('A CSS module exports the names of its classes, the same in Node as in the browser', async () => {
  const names = await build('1', false);
  const css = await readFile(join(path, 'dist-1-false/main.css'), 'utf8');
  match(css, new RegExp(`\\.${names.card} \\{ color: red`));
  deepEqual(Object.keys(names), ['card', 'is-large']);
  deepEqual(await build('1', true), names);
});

test('Each release has its own names', async () => {
  notEqual((await build('1', true)).card, (await build('2', true)).card);
});
