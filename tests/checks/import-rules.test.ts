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

// Each test adds an import to a small copy of the workspace and checks which rules report it.

const workspace = await mkdtemp(join(tmpdir(), 'kargo-import-rules-'));
after(() => rm(workspace, { recursive: true }));

/** The workspace's folders, with two remotes; nothing in this repository names the second. */
const samples = folders.flatMap((folder) => samplesOf(folder));

function samplesOf(folder: string): string[] {
  return folder === 'remote-[^/]+' ? ['remote-marketing', 'remote-next'] : [folder];
}

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

/** Which rules report which files. */
async function objections(files: Record<string, string>): Promise<string[]> {
  const found = await violations(files);
  return [...new Set(found.map(({ from, rule }) => `${from} ${rule.name}`))].sort();
}

const passing = (name: string) => `export { value } from '${name}';\n`;
const typing = (name: string) => `export type { value } from '${name}';\n`;
const importing = (name: string) => `import { value } from '${name}';\nconsole.log(value);\n`;

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

for (const folder of Object.keys(remotePackages)) {
  const [sample = ''] = samplesOf(folder).slice(-1);
  const importingAll = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name, index) => [`${sample}/src/uses-${index}.ts`, importing(name)]),
    );

  test(`${sample} may import nothing that shared-runtime re-exports`, async () => {
    const files = importingAll(reExported);
    const rules = [
      'only-shared-runtime-imports-what-its-modules-re-export',
      `${folder.replace('-[^/]+', 's')}-take-little-from-npm`,
    ];
    const expected = Object.keys(files).flatMap((file) => rules.map((rule) => `${file} ${rule}`));
    assert.deepEqual(await objections(files), expected.sort());
  });
}

test('what is meant to be imported passes', async () => {
  const ofRemotes = Object.entries(remotePackages).map(([folder, packages]) => [
    `${samplesOf(folder).at(-1)}/src/uses.ts`,
    packages.map((name) => `import '${name}';\n`).join(''),
  ]);
  const passes = {
    ...Object.fromEntries(ofRemotes),
    'api/src/one.test.ts': importing('local-services/value'),
    'shared-runtime/src/client.ts': importing('axios'),
    'shared-types/src/value.test.ts': importing('node:test'),
    'remote-next/webpack.config.ts': importing('platform-build/value'),
    'shell/src/prerender/prerender.tsx': importing('node:stream'),
    'shell/src/prerender/table.ts': typing('platform-build/value'),
    'shell/webpack.config.ts': importing('./src/prerender/prerender.tsx'),
  };
  assert.deepEqual(await objections(passes), []);
});

test('each of these imports is reported by its rule', async () => {
  const value = 'export const value = 2;\n';
  const planted: [file: string, content: string, rule?: string][] = [
    [
      'api/src/one.test.ts',
      importing('platform-gateway/value'),
      'tests-of-api-import-local/services-besides',
    ],
    [
      'shell/src/relative.ts',
      importing('../../shared-types/src/value.ts'),
      'no-relative-path-into-another-package',
    ],
    [
      'shell/src/planted.ts',
      importing('axios'),
      'only-shared-runtime-imports-what-its-modules-re-export',
    ],
    [
      'shell/webpack.config.ts',
      importing('platform-releases-delivery/value'),
      'only-build-settings-import-build',
    ],
    ...['shell', 'remote-next', 'shared-runtime', 'shared-types'].map(
      (folder): [string, string, string] => [
        `${folder}/src/uses-node.ts`,
        importing('node:fs'),
        'no-node-modules-in-the-browser',
      ],
    ),
    ['shell/src/prerender/value.ts', value],
    [
      'shell/src/prerender/planted.ts',
      importing('platform-build/value'),
      'prerendering-imports-what-the-shell-does-and-types-of-the-sharing-table',
    ],
    [
      'shell/src/prerenders.ts',
      importing('./prerender/value.ts'),
      'no-prerendering-in-the-browser',
    ],
    ['api/src/value.test.ts', value],
    ['api/src/testing/fixture.ts', value],
    ['api/src/uses-test.ts', importing('./value.test.ts'), 'no-test-in-the-product'],
    ['api/src/uses-fixture.ts', importing('./testing/fixture.ts'), 'no-test-in-the-product'],
  ];
  const files = Object.fromEntries(planted);
  const expected = planted.flatMap(([file, , rule]) => (rule ? [`${file} ${rule}`] : []));
  assert.deepEqual(await objections(files), expected.sort());
});

test('modules that import each other are found, even if they only import types', async () => {
  const files = {
    'api/src/one.ts': passing('./two.ts'),
    'api/src/two.ts': passing('./one.ts'),
    'api/src/three.ts': passing('./four.ts'),
    'api/src/four.ts': typing('./three.ts'),
  };
  // One of each pair.
  assert.deepEqual(await objections(files), [
    'api/src/four.ts no-circles',
    'api/src/one.ts no-circles',
  ]);
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
