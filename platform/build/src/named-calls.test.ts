import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import webpack from 'webpack';
import { namedCalls } from './named-calls.ts';
import { temporaryFolder } from './testing/build.ts';

const folder = await temporaryFolder(test);

const client = '@kargo/shared-runtime/api-client';
const paths = '@kargo/shared-types/api/api-paths';
const imports = `import { apiClient } from '${client}'; import { apiPaths } from '${paths}';`;

const manifest = (name: string) =>
  JSON.stringify({ name, version: '0.1.0', exports: { './*': './src/*.js' } });
const packages = {
  'package.json': manifest('remote-tracking'),
  'node_modules/@kargo/shared-runtime/package.json': manifest('@kargo/shared-runtime'),
  'node_modules/@kargo/shared-runtime/src/api-client.js': `import { apiPaths } from '${paths}'; export const apiClient = { xsrf: apiPaths.xsrf }; export class ApiError {}`,
  'node_modules/@kargo/shared-runtime/src/actions.js':
    "import { apiClient } from './api-client.js'; export const logOut = () => apiClient.logout();",
  'node_modules/@kargo/shared-types/package.json': manifest('@kargo/shared-types'),
  'node_modules/@kargo/shared-types/src/api/api-paths.js': 'export const apiPaths = {};',
  'src/later.js': `${imports} apiPaths.verify();`,
};

/** Code, and the calls that it names. Code without imports gets those of both tables. */
const readable: [code: string, names: string[]][] = [
  ['apiClient.login({})', ['login']],
  ["apiClient['login']({})", ['login']],
  ['show(apiClient.login, () => apiClient.logout())', ['login', 'logout']],
  ['const { login, logout: leave } = apiClient', ['login', 'logout']],
  ['function never() { apiClient.login({}) }', ['login']],
  ['apiPaths.verify()', ['verify']],
  ['{ const apiClient = {}; apiClient.other() }', []],
  [`import { apiClient as api } from '${client}'; api.login({})`, ['login']],
  [`import * as all from '${client}'; all.apiClient.login({})`, ['login']],
  [`import { ApiError } from '${client}'; show(ApiError)`, []],
];

/** Code that may make calls without naming them. */
const unreadable = [
  'show(apiClient)',
  'const api = apiClient; api.login({})',
  'const { login, ...others } = apiClient',
  'const { [name]: call } = apiClient',
  'apiClient[name]({})',
  'show({ apiClient })',
  'export { apiClient }',
  'show(apiPaths)',
  // Nothing defines its request or response.
  'apiPaths.schema()',
  `export { apiClient as api } from '${client}'`,
  `export * from '${client}'`,
  `import * as all from '${client}'; show(all)`,
  `import('${client}').then((it) => it.apiClient.login({}))`,
  `require('${client}').apiClient.login({})`,
];

const codes = [...readable.map(([code]) => code), ...unreadable];
const own = await compile(
  Object.fromEntries(codes.map((code, index) => [`src/case-${index}.js`, code])),
);

for (const [code, names] of readable) {
  test(`Read as ${names.join(' and ') || 'nothing'}: ${code}`, () => {
    assert.deepEqual(foundIn(code), { names: new Set(names), problems: [] });
  });
}

for (const code of unreadable) {
  test(`Refused: ${code}`, () => {
    const table = code.includes('apiPaths') ? 'apiPaths' : 'apiClient';
    assert.deepEqual(foundIn(code).problems, [
      `It is not clear which calls src/case-${codes.indexOf(code)}.js makes: write ${table}.name for each, with a name of apiCalls in shared-types.`,
    ]);
  });
}

const usingActions = {
  'src/entry.js': `${imports} import { logOut } from '@kargo/shared-runtime/actions'; logOut(apiClient.login); import('./later.js')`,
};

test('All modules of a build count, including lazy ones and those of packages, but not the client itself', async () => {
  const found = namedCalls(await compile(usingActions));
  assert.deepEqual(found, { names: new Set(['login', 'logout', 'verify']), problems: [] });
});

test('A client that the shell provides counts too, but not the calls that shared-runtime makes there', async () => {
  const { ConsumeSharedPlugin } = webpack.sharing;
  const provided = { import: false } as const;
  const consumes = { [client]: provided, '@kargo/shared-runtime/actions': provided };
  const files = { ...usingActions, 'src/other.js': `${imports} show(apiClient)` };
  const { names, problems } = namedCalls(
    await compile(files, new ConsumeSharedPlugin({ consumes })),
  );
  assert.deepEqual(names, new Set(['login', 'verify']));
  assert.equal(problems.length, 1);
});

/** Builds the modules of some entries. */
async function compile(
  entries: Record<string, string>,
  ...plugins: webpack.WebpackPluginInstance[]
): Promise<webpack.Compilation> {
  for (const [name, content] of Object.entries({ ...packages, ...entries })) {
    const isWhole = !name.startsWith('src/case') || /\b(import|from|require)\b/.test(content);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), isWhole ? content : imports + content);
  }
  const entry = Object.keys(entries).map((name) => `./${name}`);
  const compiler = webpack({ mode: 'none', context: folder, entry, plugins });
  return new Promise((resolve, reject) => {
    compiler?.compile((error, compilation) => {
      if (compilation) resolve(compilation);
      else reject(error);
    });
  });
}

/** Returns what is found in one of the cases. */
function foundIn(code: string) {
  const file = `case-${codes.indexOf(code)}.js`;
  const modules = [...own.modules].filter((module) => module.identifier().endsWith(file));
  assert.equal(modules.length, 1);
  const { compiler, moduleGraph } = own;
  return namedCalls({ compiler, moduleGraph, modules });
}
