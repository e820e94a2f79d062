import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import webpack from 'webpack';
import { browserFloor, browserslistFile, ecmaVersion, floorInWords } from './browser-floor.ts';
import { syntaxPlugin } from './syntax-plugin.ts';
import { temporaryFolder } from './testing/build.ts';

const folder = await temporaryFolder(test);

test('Every listed browser reads all syntax of the ECMAScript version', () => {
  const es2022 = { chrome: 94, edge: 94, firefox: 93, safari: 16.4, ios_saf: 16.4 };
  assert.equal(ecmaVersion, 2022);
  for (const [name, since] of Object.entries(es2022)) assert.ok((browserFloor[name] ?? 0) >= since);
  assert.deepEqual(Object.keys(browserFloor).sort(), Object.keys(es2022).sort());
});

test('README and docs name the oldest supported browsers', async () => {
  for (const file of ['README.md', 'docs/browsers.md']) {
    const text = await readFile(join(import.meta.dirname, '../../..', file), 'utf8');
    assert.ok(text.replace(/\s+/g, ' ').includes(floorInWords), `${file}: ${floorInWords}`);
  }
});

test('A build with syntax that is too new for the oldest browser fails, and names the file', async () => {
  assert.equal(browserFloor.safari, 16.4, 'The v flag below came with Safari 17.');
  assert.deepEqual(
    await build('export class Old { static #it = 1; static { globalThis.it = 1 } }'),
    [],
  );
  const [error] = await build('export const letter = /[\\p{L}--[a-z]]/v;');
  assert.match(
    error ?? '',
    /main\.js cannot be read by Chrome 111.*Invalid regular expression flag/,
  );
});

/** Builds this source, and returns the error messages. */
async function build(source: string): Promise<string[]> {
  await writeFile(join(folder, 'entry.js'), `${source}\nconsole.log(1);\n`);
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    target: `browserslist:${browserslistFile}`,
    context: folder,
    entry: './entry.js',
    output: { path: join(folder, 'dist') },
    plugins: [syntaxPlugin],
  });
  return new Promise((resolve, reject) => {
    compiler?.run((failure, stats) =>
      failure
        ? reject(failure)
        : resolve(
            (stats?.toJson({ all: false, errors: true }).errors ?? []).map(
              ({ message }) => message,
            ),
          ),
    );
  });
}
