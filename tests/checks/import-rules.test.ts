import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import {
  cruiseOptions,
  directionName,
  folderOptions,
  folderRules,
  folders,
  importRules,
  mayImport,
  reExported,
  remotePackages,
  resolveOptions,
} from './import-rules.ts';

// Every test adds one import to a small copy of the workspace and checks which rules report it.

const workspace = await mkdtemp(join(tmpdir(), 'kargo-import-rules-'));
after(() => rm(workspace, { recursive: true }));

/** The folders of the workspace, with two remotes; nothing in this repository names the second. */
const samples = folders.flatMap((folder) => samplesOf(folder));

function samplesOf(folder: string): string[] {
  return folder === 'remote-[^/]+' ? ['remote-marketing', 'remote-next'] : [folder];
}

/** The name of the package in a folder. */
function nameOf(folder: string): string {
  return folder.replaceAll('/', '-');
}

const npmPackages = [...new Set([...reExported, ...Object.values(remotePackages).flat()])];

for (const folder of samples) {
  const manifest = { name: nameOf(folder), exports: { './*': './src/*.ts' } };
  await add(`${folder}/package.json`, JSON.stringify(manifest));
  await add(`${folder}/src/value.ts`, 'export const value = 1;\n');
  await link(folder, nameOf(folder));
}
// The layout of pnpm: files in node_modules/.pnpm, and links to them.
for (const name of npmPackages) {
  const home = `node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules/${name}`;
  await add(`${home}/package.json`, JSON.stringify({ name, main: 'index.js' }));
  await add(`${home}/index.js`, 'module.exports = {};\n');
  await link(home, name);
}

async function add(file: string, content: string): Promise<void> {
  const path = join(workspace, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function link(target: string, name: string): Promise<void> {
  const path = join(workspace, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(join(workspace, target), path, 'dir');
}

async function violations(
  files: Record<string, string>,
  ruleSet = importRules,
  options = cruiseOptions,
): Promise<IViolation[]> {
  for (const [file, content] of Object.entries(files)) await add(file, content);
  const { output } = await cruise(
    samples,
    { ...options, baseDir: workspace, validate: true, ruleSet },
    resolveOptions,
  );
  for (const file of Object.keys(files)) await rm(join(workspace, file));
  return (output as ICruiseResult).summary.violations;
}

/** Names of the rules that are violated in a workspace with these files. */
async function objections(files: Record<string, string>): Promise<string[]> {
  return [...new Set((await violations(files)).map(({ rule }) => rule.name))].sort();
}

const passing = (name: string) => `export { value } from '${name}';\n`;
const typing = (name: string) => `export type { value } from '${name}';\n`;
const importing = (name: string) => `import { value } from '${name}';\nconsole.log(value);\n`;

test('a workspace without a planted import passes', async () => {
  assert.deepEqual(await objections({}), []);
});

test('an import between packages that the table does not list is refused, even of types', async () => {
  const files: Record<string, string> = {};
  const expected: string[] = [];
  for (const folder of folders) {
    const allowed: readonly string[] = mayImport[folder];
    const rule = directionName(folder);
    for (const from of samplesOf(folder)) {
      const others = samples.filter((sample) => sample !== from);
      files[`${from}/src/uses.ts`] = others.map((to) => passing(`${nameOf(to)}/value`)).join('');
      files[`${from}/src/knows.ts`] = others.map((to) => typing(`${nameOf(to)}/value`)).join('');
      const refused = others.filter(
        (to) => !allowed.some((name) => `${to}/`.startsWith(`${name}/`)),
      );
      expected.push(
        ...['uses', 'knows'].flatMap((file) =>
          refused.map((to) => `${from}/src/${file}.ts ${to}/src/value.ts ${rule}`),
        ),
      );
    }
  }
  const found = (await violations(files)).map(({ from, to, rule }) => `${from} ${to} ${rule.name}`);
  assert.deepEqual(found.sort(), expected.sort());
});

test('tests of the API may use the stand-ins, and nothing else that the API itself may not', async () => {
  assert.deepEqual(
    await objections({ 'api/src/one.test.ts': importing('local-services/value') }),
    [],
  );
  assert.deepEqual(
    await objections({ 'api/src/one.test.ts': importing('platform-gateway/value') }),
    ['tests-of-api-import-local/services-besides'],
  );
});

test('no package reaches into another by a relative path, even where it may import it', async () => {
  assert.deepEqual(
    await objections({ 'shell/src/planted.ts': importing('../../shared-types/src/value.ts') }),
    ['no-relative-path-into-another-package'],
  );
});

for (const [folder, packages] of Object.entries(remotePackages)) {
  const [sample = ''] = samplesOf(folder).slice(-1);
  const importingAll = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name, index) => [`${sample}/src/uses-${index}.ts`, importing(name)]),
    );

  test(`${sample} takes its own packages from npm`, async () => {
    assert.deepEqual(await objections(importingAll(packages)), []);
  });

  test(`${sample} may import nothing that shared-runtime re-exports`, async () => {
    const files = importingAll(reExported);
    const found = (await violations(files)).map(({ from, rule }) => `${from} ${rule.name}`);
    const rules = [
      'only-shared-runtime-imports-what-its-modules-re-export',
      `${folder.replace('-[^/]+', 's')}-take-little-from-npm`,
    ];
    const expected = Object.keys(files).flatMap((file) => rules.map((rule) => `${file} ${rule}`));
    assert.deepEqual(found.sort(), expected.sort());
  });
}

test('the shell may not import what shared-runtime re-exports, but shared-runtime may', async () => {
  assert.deepEqual(
    await objections({
      'shell/src/planted.ts': importing('axios'),
      'shared-runtime/src/client.ts': importing('axios'),
    }),
    ['only-shared-runtime-imports-what-its-modules-re-export'],
  );
});

test('build settings may use tools and nothing else', async () => {
  assert.deepEqual(
    await objections({ 'shell/webpack.config.ts': importing('platform-build/value') }),
    [],
  );
  assert.deepEqual(
    await objections({ 'shell/webpack.config.ts': importing('platform-releases-delivery/value') }),
    ['only-build-settings-import-build'],
  );
});

for (const folder of ['shell', 'remote-next', 'shared-runtime', 'shared-types']) {
  test(`${folder} may not use modules of Node`, async () => {
    assert.deepEqual(await objections({ [`${folder}/src/planted.ts`]: importing('node:fs') }), [
      'no-node-modules-in-the-browser',
    ]);
  });
}

test('prerendering may use modules of Node and the type of the sharing table, and no more', async () => {
  const type =
    "import type { value } from 'platform-build/value';\nexport type Value = typeof value;\n";
  assert.deepEqual(
    await objections({
      'shell/src/prerender/prerender.tsx': importing('node:stream'),
      'shell/src/prerender/table.ts': type,
      'shell/webpack.config.ts': importing('./src/prerender/prerender.tsx'),
    }),
    [],
  );
  assert.deepEqual(
    await objections({ 'shell/src/prerender/planted.ts': importing('platform-build/value') }),
    ['prerendering-imports-what-the-shell-does-and-types-of-the-sharing-table'],
  );
});

test('what runs in the browser may not import prerendering', async () => {
  assert.deepEqual(
    await objections({
      'shell/src/prerender/value.ts': 'export const value = 2;\n',
      'shell/src/planted.ts': importing('./prerender/value.ts'),
    }),
    ['no-prerendering-in-the-browser'],
  );
});

test('tests may use modules of Node', async () => {
  const files = { 'shared-types/src/value.test.ts': importing('node:test') };
  assert.deepEqual(await objections(files), []);
});

for (const file of ['value.test.ts', 'testing/fixture.ts']) {
  test(`the product may not import ${file}`, async () => {
    assert.deepEqual(
      await objections({
        [`api/src/${file}`]: 'export const value = 2;\n',
        'api/src/planted.ts': importing(`./${file}`),
      }),
      ['no-test-in-the-product'],
    );
  });
}

test('modules that import each other are found, even if they only import types', async () => {
  for (const second of [passing, typing]) {
    assert.deepEqual(
      await objections({
        'api/src/one.ts': passing('./two.ts'),
        'api/src/two.ts': second('./one.ts'),
      }),
      ['no-circles'],
    );
  }
});

test('folders that import each other are found, even where no two modules do', async () => {
  const circle = {
    'api/src/cars/one.ts': passing('../roads/one.ts'),
    'api/src/roads/one.ts': passing('../value.ts'),
    'api/src/roads/two.ts': typing('../cars/two.ts'),
    'api/src/cars/two.ts': passing('../value.ts'),
  };
  assert.deepEqual(await objections(circle), []);
  const found = await violations(circle, folderRules, folderOptions);
  assert.deepEqual([...new Set(found.map(({ from }) => from))], ['api/src/cars', 'api/src/roads']);
});

test('a test may import from a folder that uses its own folder', async () => {
  const files = {
    'api/src/cars/one.ts': passing('../roads/one.ts'),
    'api/src/roads/one.ts': passing('../value.ts'),
    'api/src/roads/one.test.ts': importing('../cars/one.ts'),
  };
  assert.deepEqual(await violations(files, folderRules, folderOptions), []);
});
