import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { packedPackages } from './support/packed-packages.ts';

// `pnpm proof packages`: packs what a team in its own repository needs, and asks publint, Are the types wrong and
// the compiler whether it is whole. The compiler reads the types of each module without trusting them, in a folder
// that has nothing but what npm installs.

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const packages = await packedPackages();
const folder = await mkdtemp(join(tmpdir(), 'kargo-types-'));

after(async () => {
  await packages[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

for (const file of packages.files)
  test(`${basename(file)} is quiet in publint and Are the types wrong`, async () => {
    const tarball = await (await openAsBlob(file)).arrayBuffer();
    // With its suggestions, which its own command only prints.
    assert.deepEqual((await publint({ pack: { tarball } })).messages, []);
    // They are modules for Node 24 and bundlers: nothing of them can be required.
    await run(bin('attw'), [file, '--profile', 'esm-only', '--format', 'ascii']);
  });

test('All types that are packed stand on what npm installs', async () => {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages.files], {
    cwd: folder,
    maxBuffer: 10_000_000,
  });
  const modules = await modulesIn(join(folder, 'node_modules/@kargo'));
  assert.ok(modules.length > packages.files.length);
  const isForPages = (name: string) => /^@kargo\/shared-(runtime|ui)\//.test(name);
  const inPages = await typeProblems('pages', modules.filter(isForPages), {
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['@kargo/jest-preset/types'],
  });
  const inNode = await typeProblems(
    'node',
    modules.filter((it) => !isForPages(it)),
    {
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      types: ['node'],
    },
  );
  assert.deepEqual([...inPages, ...inNode], []);
});

const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** The requests for all modules with types that the packages in a folder offer. */
async function modulesIn(installed: string): Promise<string[]> {
  const names = await readdir(installed);
  const modules = names.map(async (name) => {
    const { exports } = JSON.parse(await readFile(join(installed, name, 'package.json'), 'utf8'));
    return Object.keys(exports)
      .filter((path) => exports[path].types)
      .map((path) => `@kargo/${name}${path.slice(1)}`);
  });
  return (await Promise.all(modules)).flat();
}

/** Compiles imports of modules, and returns what the compiler says of the packages. */
async function typeProblems(
  name: string,
  modules: string[],
  compilerOptions: object,
): Promise<string[]> {
  await writeFile(
    join(folder, `${name}.ts`),
    modules.map((module) => `import '${module}';\n`).join(''),
  );
  await writeFile(
    join(folder, `${name}.json`),
    JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, target: 'es2023', ...compilerOptions },
      files: [`${name}.ts`],
    }),
  );
  const { stdout } = await run(bin('tsc'), ['--project', `${name}.json`], {
    cwd: folder,
    maxBuffer: 100_000_000,
  }).catch((error: { stdout: string }) => error);
  // Types of libraries are theirs.
  return stdout.split('\n').filter((line) => /^(node_modules\/@kargo|\w+\.ts)/.test(line));
}
