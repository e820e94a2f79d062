import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { Configuration } from 'webpack';
import { baseConfiguration } from './base-configuration.ts';
import { federation } from './federation.ts';
import { shellAt } from './remotes.ts';
import { hostSharing, remoteSharing, requireSharedVersions } from './sharing.ts';
import { build, temporaryFolder } from './testing/build.ts';

type Modules = Record<string, Record<string, unknown>>;

interface Page {
  fromHost(): Promise<Modules>;
  fromRemote(name: string): Promise<Modules>;
}

const root = join(import.meta.dirname, '../../..');
const shell = shellAt(join(root, 'shell'));
const requests = Object.keys(hostSharing(shell.path));
const folder = await temporaryFolder(test);
let page: Page;
let elsewhere: Page;

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'text/javascript');
  response.end(await readFile(join(folder, request.url ?? '')));
});

// Builds a real host and two real remotes with the sharing table, and runs them in one page.
before(async () => {
  await writeFile(join(folder, 'modules.js'), modulesSource());
  await writeFile(join(folder, 'host.js'), hostSource());
  await writeFile(join(folder, 'stock.js'), stockSource);
  const tooNew = { ...remoteSharing(shell.path).jotai, requiredVersion: '^99.0.0' };
  const future = { ...remoteSharing(shell.path), jotai: tooNew };
  await buildApp('host', './host.js', ours('host', { shared: hostSharing(shell.path) }));
  await buildApp('stock', './stock.js', [stockHost()]);
  await buildApp('remote', {}, ours('remote', { ...exposed, shared: remoteSharing(shell.path) }));
  await buildApp('future', {}, ours('future', { ...exposed, shared: future }));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  page = await open(`http://localhost:${port}/host/main.js`);
  elsewhere = await open(`http://localhost:${port}/stock/main.js`);
});

after(() => void server.close());

for (const request of requests) {
  test(`Host and remote get the same instance of ${request}`, async () => {
    await assertShared(page, 'remote', request);
  });
}

test('In a host that is not the shell, a remote gets the modules that the host shares', async () => {
  for (const request of requests) await assertShared(elsewhere, 'remote', request);
});

async function assertShared(page: Page, name: string, request: string): Promise<void> {
  const host = (await page.fromHost())[request] ?? {};
  const remote = (await page.fromRemote(name))[request] ?? {};
  assert.ok(Object.keys(host).length > 0);
  assert.deepEqual(Object.keys(remote).sort(), Object.keys(host).sort());
  for (const [key, value] of Object.entries(host)) {
    assert.ok(Object.is(remote[key], value), `${key} of ${request} is another object in ${name}`);
  }
}

test('A remote that needs another major version is refused, and the page keeps working', async () => {
  await assert.rejects(page.fromRemote('future'), /jotai.*does not satisfy.*\^99\.0\.0/s);
  assert.ok((await page.fromRemote('remote')).jotai);
});

test('A remote is built only with the versions of libraries that shared-runtime has', async () => {
  const own = join(folder, 'own');
  const manifest = async (path: string, content: object) => {
    const file = join(own, path, 'package.json');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content));
  };
  const runtime = 'node_modules/@kargo/shared-runtime';
  await manifest(runtime, { version: '5.0.0', dependencies: { react: '19.3.1', jotai: '3.0.1' } });
  await manifest(`${runtime}/node_modules/react`, { version: '19.3.1' });
  await manifest('node_modules/react', { version: '18.3.1' });
  await manifest('node_modules/jotai', { version: '3.0.1' });
  await manifest('.', { name: 'remote-next', dependencies: { jotai: '^3.0.0', yup: '1.0.0' } });
  requireSharedVersions(own);
  await manifest('.', { name: 'remote-next', devDependencies: { react: '18.3.1' } });
  assert.throws(() => requireSharedVersions(own), {
    message:
      'remote-next has react 18.3.1, and the site has 19.3.1, that of @kargo/shared-runtime: write 19.3.1 in package.json and install again.',
  });
});

function modulesSource(): string {
  const imports = requests.map((request, index) => `import * as m${index} from '${request}';`);
  const entries = requests.map((request, index) => `'${request}': { ...m${index} },`);
  return `${imports.join('\n')}\nexport default { ${entries.join('\n')} };`;
}

function hostSource(): string {
  return `
    const load = (src) => new Promise((onload, onerror) => {
      document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror }));
    });
    window.page = {
      fromHost: async () => (await import('./modules.js')).default,
      fromRemote: async (name) => {
        const container = 'kargo_' + name;
        if (!window[container]) {
          await load('/' + name + '/remoteEntry.js');
          await window[container].init(__webpack_share_scopes__.default);
        }
        return (await window[container].get('./Modules'))().default;
      },
    };`;
}

/** As `@module-federation/enhanced` documents it for remotes that are known only at run time. */
const stockSource = `
  import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
  window.page = {
    fromHost: async () => (await import('./modules.js')).default,
    fromRemote: async (name) => {
      registerRemotes([{ name: 'kargo_' + name, entry: '/' + name + '/mf-manifest.json' }]);
      return (await loadRemote('kargo_' + name + '/Modules')).default;
    },
  };`;

const stockHost = () =>
  new ModuleFederationPlugin({
    name: 'stock',
    shared: hostSharing(shell.path),
    experiments: { asyncStartup: true, provideExternalRuntime: true },
    dts: false,
  });

const exposed = { filename: 'remoteEntry.js', exposes: { './Modules': './modules.js' } };

const ours = (app: string, options: Parameters<typeof federation>[2]) =>
  federation(app, 'production', options);

async function buildApp(
  name: string,
  entry: Configuration['entry'] & {},
  plugins: Configuration['plugins'] & {},
): Promise<void> {
  const { module, target } = baseConfiguration(shell, 'production', 'test');
  await build({
    mode: 'development',
    devtool: false,
    context: folder,
    target,
    module,
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      modules: [
        'node_modules',
        ...['shared-runtime', 'shell', 'platform/build', '.'].map((folder) =>
          join(root, folder, 'node_modules'),
        ),
      ],
    },
    output: { path: join(folder, name), publicPath: 'auto', uniqueName: name },
    entry,
    plugins,
    infrastructureLogging: { level: 'error' },
  });
}

async function open(script: string): Promise<Page> {
  const errors = new VirtualConsole();
  errors.on('jsdomError', (error) => assert.fail(error));
  const dom = new JSDOM(`<script src="${script}"></script>`, {
    url: script,
    runScripts: 'dangerously',
    resources: 'usable',
    virtualConsole: errors,
    beforeParse: (window) =>
      Object.assign(window, { TextEncoder, TextDecoder, fetch, Response, Request, Headers }),
  });
  await new Promise((resolve) => dom.window.addEventListener('load', resolve));
  while (!dom.window.page) await new Promise((resolve) => setTimeout(resolve, 10));
  return dom.window.page;
}
