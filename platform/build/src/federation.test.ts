import assert from 'node:assert/strict';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { typeScript } from './base-configuration.ts';
import { federation } from './federation.ts';
import { build, temporaryFolder } from './testing/build.ts';

type Options = Parameters<typeof federation>[2];

const shell = join(import.meta.dirname, '../../../shell');
const folder = await temporaryFolder(test);
await writeFile(join(folder, 'main.js'), 'document.title = "main";');

const host: Options = { shared: {} };
const remote: Options = { filename: 'main.js', exposes: { './Screen': './main.js' }, shared: {} };

const usual = { host: await size(host), remote: await size(remote) };

// docs/decisions/0001 says how much they save after minification and compression.
for (const [name, kind, options, without, kB] of [
  ['disableRemote', 'host', host, { experiments: { asyncStartup: true } }, 15],
  [
    'externalRuntime',
    'remote',
    remote,
    { experiments: { optimization: { disableRemote: true } } },
    30,
  ],
] as const) {
  test(`Without the option ${name} a build would be more than ${kB} kB larger`, async () => {
    const saved = (await size({ ...options, ...without })) - usual[kind];
    assert.ok(saved > kB * 1000, `${saved} bytes`);
  });
}

test('An alias leaves out parts of the runtime', async () => {
  const saved = (await size(remote, 1)) - usual.remote;
  assert.ok(saved > 1000, `${saved} bytes`);
});

test('Modules have the same ids in every folder', async () => {
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const context = join(folder, name);
      await mkdir(context);
      await writeFile(join(context, 'main.js'), "import './shared.js';");
      const shared = join(context, 'shared.js');
      await writeFile(shared, 'document.title = "shared";');
      const stats = await federated(
        { shared: { './shared.js': { import: shared, version: '1.0.0' } } },
        { context },
      );
      return stats.toJson({ all: false, modules: true, ids: true }).modules?.map(({ id }) => id);
    }),
  );
  assert.ok(one?.some((id) => `${id}`.startsWith('provide module')));
  assert.deepEqual(one, two);
});

/** Returns the size of a build in bytes. */
async function size(options: Options, leftOut = 0): Promise<number> {
  await federated(options, { leftOut });
  return (await stat(join(folder, 'dist/main.js'))).size;
}

function federated(options: Options, { leftOut = 0, context = folder }) {
  const plugins = federation('test', 'production', options);
  return build({
    mode: 'production',
    optimization: { minimize: false },
    context,
    entry: options.exposes ? {} : './main.js',
    output: { path: join(context, 'dist'), clean: true },
    plugins: plugins.slice(leftOut),
    infrastructureLogging: { level: 'error' },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [typeScript(shell)] },
  });
}
