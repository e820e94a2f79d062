import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  newPublisherKey,
  publicPart,
  readPages,
} from '@kargo/release-log/contract/release-signature';
import { currentRelease, currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { siteIdentity } from '@kargo/release-log/testing/test-release';
import type { PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import { pagesFile } from '@kargo/shared-types/releases/release-addresses';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { keys } from './testing/keys.ts';
import { historyOf, stateOf } from './testing/state-of.ts';
import { type Build, writeBuild } from './testing/write-build.ts';
import { unshared } from './unshared.ts';

// The bundles have the format of webpack's, but are smaller.

const screens = { Home: [], Mine: [] };

let folder: string;
let releases: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-prerender-'));
  releases = join(folder, 'releases');
  store = new FolderStore(releases);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('A remote is rendered with the current shell: its public pages, and those with a frame', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  assert.deepEqual(await pagesOf('1.0.0', '1.0.0'), {
    '/': { html: '/ shows Home 1 of marketing 1.0.0', css: '' },
    '/framed': { html: '/framed shows Home 1 of marketing 1.0.0', css: '' },
  });
});

test('A page has the styles of its screen that it needs, with addresses that hold in it', async () => {
  const html = `'<p class="own">' + screen + '</p>'`;
  const files = { 'styles.css': '.own{top:0}' };
  await publish({ from: [await shellBuild('1.0.0', html, { content: files })], store, keys });
  const content = {
    'node/screens.cjs': bundleOf("'Home 1'"),
    'css/home.css':
      '.own{background:url("../a.png"),url(b.png),url(#c),url(data:,)}.other{top:1px}',
    'css/mine.css': '.own{left:0}',
  };
  const styles = { Home: ['css/home.css'], Mine: ['css/mine.css'] };
  const build = await writeBuild(folder, { version: '1.0.0', screens, styles, content });
  await publish({ from: [build], store, keys });
  const place = '/releases/marketing/1.0.0/css/';
  assert.equal(
    (await pagesOf('1.0.0', '1.0.0'))['/']?.css,
    `.own{top:0}.own{background:url("${place}../a.png"),url(${place}b.png),url(#c),url(data:,)}`,
  );
});

test('The not-found page and the one for links are rendered with the shell alone', async () => {
  await publishShell('1.0.0');
  const file = pagesFile('1.0.0', { app: 'shell', version: '1.0.0' });
  const { pages } = JSON.parse(await readFile(join(releases, file), 'utf8'));
  assert.deepEqual(pages, {
    '/*': { html: '/* in ', css: '' },
    '/api/*': { html: '/api/* in ', css: '' },
  });
});

test('A shell is rendered with the current remotes, in place of the one before', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  await publishShell('1.1.0');
  assert.ok('/' in (await pagesOf('1.1.0', '1.0.0')));
});

test('A remote that renders only with the next shell is published together with it', async () => {
  await publishShell('1.0.0', "screen === 'Home 2' ? undefined.page : screen");
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  const remote = {
    version: '1.1.0',
    screens,
    content: { 'node/screens.cjs': bundleOf("'Home 2'") },
  };
  const from = [await writeBuild(folder, remote), await shellBuild('1.1.0', 'screen')];
  await assert.rejects(publish({ from: from.slice(0, 1), store, keys }), /does not render in Node/);
  await publish({ from, store, keys });
  assert.deepEqual((await pagesOf('1.1.0', '1.1.0'))['/']?.html, 'Home 2');
});

test('Apps that are published at the same time are rendered with each other', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  await Promise.all([publishShell('1.1.0'), publishRemote('1.1.0', bundleOf("'Home 2'"))]);
  assert.ok('/' in (await pagesOf('1.1.0', '1.1.0')));
});

test('A publisher writes pages below its own app, and a page counts by the key of whose folder it is in', async () => {
  const shellKey = await newPublisherKey('shell', ['shell']);
  const teamKey = await newPublisherKey('team', ['marketing']);
  const publishers = { log: 'log', keys: [publicPart(shellKey), publicPart(teamKey)] };
  const ofShell = { publishers, key: shellKey };
  const ofTeam = { publishers, key: teamKey };
  const remote = { screens, content: { 'node/screens.cjs': bundleOf("'Home 1'") } };
  const from = [await writeBuild(folder, remote)];
  await publish({ from: [await shellBuild('1.0.0')], store, keys: ofShell });
  await publish({ from, store, keys: ofTeam });
  await publish({ from: [await shellBuild('1.1.0')], store, keys: ofShell });
  const pages = await readdir(join(releases, 'pages'), { recursive: true });
  assert.deepEqual(pages.filter((path) => path.endsWith('.json')).sort(), [
    'marketing/1.0.0/marketing-1.0.0.json',
    ...['shell/1.0.0/shell-1.0.0.json', 'shell/1.1.0/marketing-1.0.0.json'],
    'shell/1.1.0/shell-1.1.0.json',
  ]);
  const pair = { shell: '1.1.0', app: 'marketing', version: '1.0.0' };
  const told: string[] = [];
  const read = () => readPages(store, pair, publishers, (problem) => told.push(problem));
  assert.match((await read())?.['/']?.html ?? '', /Home 1/);
  for (const name of ['json', 'jws'])
    await cp(
      join(releases, `pages/shell/1.1.0/marketing-1.0.0.${name}`),
      join(releases, `pages/marketing/1.1.0/marketing-1.0.0.${name}`),
    );
  assert.match((await read())?.['/']?.html ?? '', /Home 1/);
  assert.match(`${told}`, /signed by shell, which may not publish marketing/);
});

test('The bundle of a remote gets what the shell shares, and nothing else', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("require('react').name"));
  assert.match((await pagesOf('1.0.0', '1.0.0'))['/']?.html ?? '', /shows React of the shell/);
  await assert.rejects(
    publishRemote('1.1.0', bundleOf("require('node:fs')")),
    /A page does not render in Node: .*The shell does not share node:fs/s,
  );
});

test('A page that does not render refuses its release, and nothing changes', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  const before = await stateOf(store);
  await assert.rejects(publishRemote('1.1.0', "throw new Error('Told to fail');"), /Told to fail/);
  assert.deepEqual(await stateOf(store), before);
});

test('A refused release is refused again', async () => {
  await publishShell('1.0.0');
  const refused = () => publishRemote('1.1.0', "throw new Error('Told to fail');");
  await assert.rejects(refused(), /Told to fail/);
  await assert.rejects(refused(), /Told to fail/);
  assert.equal(await historyOf(store, 'marketing'), '');
});

test('A rollback does not render again, and is not stopped by a page that does not render', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  await publishRemote('1.1.0', bundleOf("'Home 2'"));
  const rendered = join(releases, pagesFile('1.0.0', { app: 'marketing', version: '1.0.0' }));
  const before = await stat(rendered);
  await makeCurrent({ store, keys, versions: { marketing: '1.0.0' }, force: true });
  assert.equal((await stat(rendered)).mtimeMs, before.mtimeMs);

  await publishRemote('1.1.0', bundleOf("'Home 2'"));
  await publishShell('1.1.0', "screen === 'Home 1' ? undefined.page : screen");
  const back = { store, keys, versions: { marketing: '1.0.0' } };
  await assert.rejects(makeCurrent(back), /does not render in Node: Cannot read properties/);
  await makeCurrent({ ...back, force: true });
  assert.equal(currentVersion(await stateOf(store), 'marketing'), '1.0.0');
});

test('A release whose screens fail the smoke test is refused; the log names the opened screens', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  await publishRemote('1.1.0', bundleOf("'Home 2'"));
  const before = await stateOf(store);
  const change = { store, keys, versions: { marketing: '1.0.0' } };
  const asked: unknown[] = [];
  const warnings = ['marketing 1.0.0 grows.', 'shell 1.0.0 grows.'];
  const smokeTest = (problems: string[]) => async (task: object, apps: string[]) => {
    asked.push([task, apps]);
    return { opened: ['marketing/Home'], problems, warnings };
  };
  await assert.rejects(makeCurrent({ ...change, smokeTest: smokeTest(['Home throws.']) }), {
    name: 'Error',
    message: 'Home throws.',
  });
  assert.deepEqual(await stateOf(store), before);
  const { records } = await makeCurrent({ ...change, smokeTest: smokeTest([]) });
  const { current, earlier } = records.get('marketing')?.record ?? {};
  assert.deepEqual([current?.version, current?.opened], ['1.0.0', ['marketing/Home']]);
  assert.deepEqual(current?.warnings, ['marketing 1.0.0 grows.']);
  assert.deepEqual(
    earlier?.map(({ version, opened }) => [version, opened]),
    [['1.1.0', null]],
  );
  const task = {
    site: { shell: '1.0.0', marketing: '1.0.0' },
    current: { shell: '1.0.0', marketing: '1.1.0' },
    acceptSize: false,
  };
  assert.deepEqual(asked, [
    [task, ['marketing']],
    [task, ['marketing']],
  ]);
});

test('A release keeps what the smoke test has seen of it, and why its size was accepted', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  const change = { store, keys, versions: { marketing: '1.0.0' } };
  const warnings = ['marketing 1.0.0 grows.'];
  const smokeTest = async () => ({ opened: ['marketing/Home'], problems: [], warnings });
  await makeCurrent({ ...change, smokeTest, acceptSize: 'a film' });
  await publishRemote('1.1.0', bundleOf("'Home 2'"));
  const current = currentRelease(await makeCurrent(change), 'marketing');
  assert.deepEqual(
    [current?.opened, current?.warnings, current?.sizeAccepted],
    [['marketing/Home'], warnings, 'a film'],
  );
});

test('A current release may pass the smoke test later, and keeps the time when it became current', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  const before = currentRelease(await stateOf(store), 'marketing');
  assert.equal(before?.opened, null);
  const opened = ['marketing/Home'];
  const change = {
    store,
    keys,
    versions: { marketing: '1.0.0' },
    smokeTest: async () => ({ opened, problems: [], warnings: [] }),
  };
  const state = await makeCurrent(change);
  assert.deepEqual(currentRelease(state, 'marketing'), { ...before, opened });
  assert.deepEqual((await makeCurrent(change)).records, state.records);
});

test("A remote is rendered with a shell's canary, even while another remote is not compatible with that", async () => {
  const shell = (version: string) => shellBuild(version, 'path', { provides: { react: version } });
  await publish({ from: [await shell('1.0.0')], store, keys });
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  await makeCurrent({ ...(await stored(await shell('2.0.0'))), percent: 5 });
  const auth = { app: 'auth', needs: { react: '^1.0.0' } };
  await publish({ from: [await writeBuild(folder, auth)], store, keys });
  await publishRemote('1.1.0', bundleOf("'Home 2'"));
  assert.ok('/' in (await pagesOf('2.0.0', '1.1.0')));
});

test('While another app has a canary, no pages are looked for twice', async (context) => {
  await publishShell('1.0.0', 'path');
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  const auth = { app: 'auth', content: { 'node/screens.cjs': bundleOf("'Login'") } };
  await publish({ from: [await writeBuild(folder, auth)], store, keys });
  const next = await writeBuild(folder, { ...auth, version: '2.0.0' });
  await makeCurrent({ ...(await stored(next)), percent: 5 });
  for (const publishNext of [
    () => publishRemote('1.1.0', bundleOf("'Home 2'")),
    () => publishShell('1.1.0', 'path'),
  ]) {
    const { mock } = context.mock.method(store, 'read');
    await publishNext();
    const paths = mock.calls
      .map((call) => call.arguments[0])
      .filter((it) => /^pages\/.*json$/.test(it));
    assert.deepEqual(paths, [...new Set(paths)]);
    mock.restore();
  }
  await readFile(join(releases, pagesFile('1.1.0', { app: 'auth', version: '2.0.0' })));
});

/** Stores a release, and returns how it becomes current. */
async function stored(build: string) {
  const { app, version } = await storeBuild(build, { store, keys });
  return { store, keys, versions: { [app]: version } };
}

test('A release without a Node bundle is published without pages', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', null);
  await assert.rejects(pagesOf('1.0.0', '1.0.0'), /ENOENT/);
});

test("Teams' code has no environment and reads no file but its program's", async () => {
  process.env.SECRET_FOR_TEST = 'secret';
  await publishShell(
    '1.0.0',
    "JSON.stringify(process.env) + refused(() => require('fs').readFileSync('/etc/passwd')) + refused(() => require('fs').writeFileSync('/tmp/planted', '')) + refused(() => require('child_process').spawnSync('true'))",
  );
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  delete process.env.SECRET_FOR_TEST;
  assert.equal(
    (await pagesOf('1.0.0', '1.0.0'))['/']?.html,
    '{}ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED ',
  );
});

test("Teams' code gets no module of Node but those on a list, in any way", async () => {
  await publishShell(
    '1.0.0',
    `JSON.stringify(await (async (modules) => {
      const evalAlone = eval;
      const ways = {
        require: (name) => Object.keys(require(name)).length > 0 || undefined,
        getBuiltinModule: (name) => process.getBuiltinModule(name),
        binding: (name) => process.binding(name),
        linkedBinding: (name) => process._linkedBinding(name),
        createRequire: (name) => require('node:module').createRequire('/')(name),
        load: (name) => module.constructor._load(name),
        import: (name) => import(name),
        function: (name) => new Function('name', 'return import(name)')(name),
        asyncFunction: (name) => new (async () => {}).constructor('name', 'return import(name)')(name),
        eval: (name) => evalAlone('import(' + JSON.stringify(name) + ')'),
        later: (name) => Promise.resolve('import(' + JSON.stringify(name) + ')').then(evalAlone),
      };
      const got = {};
      for (const [way, get] of Object.entries(ways))
        for (const name of modules)
          for (const full of [name, name.replace(/^(node:)?/, 'node:')])
            try { if (await get(full)) (got[way] ??= new Set()).add(name) } catch {}
      return Object.fromEntries(Object.entries(got).map(([way, names]) => [way, [...names]]));
    })(${JSON.stringify(builtinModules)}))`,
  );
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  assert.deepEqual(JSON.parse((await pagesOf('1.0.0', '1.0.0'))['/']?.html ?? ''), {
    require: [
      'assert',
      'async_hooks',
      'buffer',
      'crypto',
      'events',
      'path',
      'stream',
      'stream/consumers',
      'string_decoder',
      'url',
      'util',
      'zlib',
    ],
  });
});

test("Teams' code gets no way to other processes, files or the network out of Node's own objects", async () => {
  await publishShell(
    '1.0.0',
    `JSON.stringify(await (async () => {
      const { EventEmitter } = require('events');
      const found = new Set([process]);
      const { emit } = EventEmitter.prototype;
      EventEmitter.prototype.emit = function () { found.add(this); return emit.apply(this, arguments) };
      console.log('Hello'); console.error('Hello');
      process.emitWarning('Hello');
      typeof Response; try { new Request('http://localhost') } catch {}
      await new Promise((resolve) => setTimeout(resolve));
      Array.prototype.includes = () => true;
      const globals = ['fetch', 'WebSocket', 'EventSource'].map((name) => refused(() => new globalThis[name]('http://localhost')));
      const actions = [...found].flatMap((it) => Object.getOwnPropertyNames(it).filter((name) => {
        try { return typeof it[name] === 'function' } catch { return false }
      }));
      return { actions, globals, hooks: 'createHook' in require('async_hooks'),
        sqlite: refused(() => new (require('node:sqlite').DatabaseSync)('/tmp/kargo-planted')) };
    })())`,
  );
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  assert.deepEqual(JSON.parse((await pagesOf('1.0.0', '1.0.0'))['/']?.html ?? ''), {
    // What "Request" loads puts chdir back, without the function that it calls.
    actions: ['_rawDebug', '_fatalException', 'emitWarning', 'nextTick', '_tickCallback', 'chdir'],
    globals: Array(3).fill('ERR_ACCESS_DENIED '),
    hooks: false,
    sqlite: 'ERR_ACCESS_DENIED ',
  });
});

test("Teams' code reaches neither network nor pipes where the system has no namespace for it", async (t) => {
  const reached: string[] = [];
  const pipe = join(folder, 'pipe');
  const tcp = createServer(() => reached.push('tcp')).listen(0, '127.0.0.1');
  const local = createServer(() => reached.push('pipe')).listen(pipe);
  const udp = createSocket('udp4', () => reached.push('udp')).bind(0, '127.0.0.1');
  await Promise.all([tcp, local, udp].map((server) => once(server, 'listening')));
  await Promise.all([chmod(folder, 0o755), chmod(pipe, 0o777)]);
  const { PATH } = process.env;
  t.after(() => {
    Object.assign(process.env, { PATH });
    for (const server of [tcp, local, udp]) server.close();
  });
  process.env.PATH = '';
  const { port } = tcp.address() as AddressInfo;
  await publishShell(
    '1.0.0',
    `JSON.stringify(await (async () => {
      const { EventEmitter } = require('events');
      const seen = new Set();
      for (const name of ['on', 'once', 'emit', 'addListener']) {
        const method = EventEmitter.prototype[name];
        EventEmitter.prototype[name] = function () { seen.add(this); return method.apply(this, arguments) };
      }
      const tried = [];
      const attempt = (name, action) => {
        try { action(); tried.push(name + ' works') } catch (error) { tried.push(name + ' ' + (error.code ?? error)) }
      };
      try { new Request('http://localhost') } catch {}
      const agents = Object.getOwnPropertySymbols(globalThis).map((key) => globalThis[key]).filter((it) => it?.dispatch);
      const request = { origin: 'http://127.0.0.1:${port}', path: '/', method: 'GET' };
      for (const agent of agents)
        try { agent.dispatch(request, { onRequestStart() {}, onResponseError() {} }) } catch {}
      await new Promise((resolve) => setTimeout(resolve, 100));
      const classes = new Set();
      for (const it of seen)
        for (let of = it; (of = Object.getPrototypeOf(of)); ) if (/Socket$/.test(of.constructor.name)) classes.add(of.constructor);
      for (const Socket of classes) {
        attempt(Socket.name, () => new Socket().connect(${port}, '127.0.0.1'));
        attempt(Socket.name, () => new Socket().connect(${JSON.stringify(pipe)}));
        try { new Socket({ fd: 1 }) } catch {}
        for (const { _handle } of seen)
          if (_handle) attempt('handle', () => _handle.connect({}, ${JSON.stringify(pipe)}));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      return tried;
    })())`,
  );
  await publishRemote('1.0.0', bundleOf("'Home 1'"));
  const { html = '' } = (await pagesOf('1.0.0', '1.0.0'))['/'] ?? {};
  assert.deepEqual(reached, [], html);
  assert.deepEqual(JSON.parse(html), Array(2).fill('Socket ERR_ACCESS_DENIED'));
});

test("Teams' code runs as another user, or in namespaces of its own, where the system has them", {
  timeout: 30_000,
  skip:
    process.platform !== 'linux' || (process.getuid?.() !== 0 && unshared('--user').length === 0),
}, async ({ signal }) => {
  await publishShell('1.0.0', 'await new Promise((resolve) => setTimeout(resolve, 60_000))');
  const published = publishRemote('1.0.0', bundleOf("'Home 1'"));
  const rejected = assert.rejects(published, /does not render in Node/);
  let renderer: number | undefined;
  while (renderer === undefined && !signal.aborted) renderer = await rendererOfAnotherOwner();
  assert.ok(renderer);
  process.kill(renderer, 'SIGKILL');
  await rejected;
});

const routes: PublishedRoutes = {
  routes: [
    { path: '/', name: 'Home', screen: 'marketing/Home', isPublic: true },
    { path: '/mine', name: 'Mine', screen: 'marketing/Mine', isPublic: false },
    { path: '/framed', name: 'Framed', screen: 'marketing/Mine', isPublic: false, hasFrame: true },
  ],
  notFoundTitle: 'Not found',
  identity: siteIdentity,
};

async function publishShell(version: string, html?: string): Promise<unknown> {
  return publish({ from: [await shellBuild(version, html)], store, keys });
}

/** @param html JavaScript expression for the HTML of a page */
function shellBuild(
  version: string,
  html = "path + ' shows ' + screen + ' of marketing ' + releaseMap.marketing[0].version",
  given: Build = {},
): Promise<string> {
  const content = {
    'routes.json': JSON.stringify(routes),
    'node/prerender.cjs': `
      const refused = (action) => {
        try { return action() } catch (error) { return error.code + ' ' }
      };
      exports.sharedModules = { react: { name: 'React of the shell' } };
      exports.prerender = async (path, releaseMap, loadScreen) => {
        if (path.endsWith('/*')) return { html: path + ' in ' + Object.keys(releaseMap), css: '' };
        const { default: screen } = await loadScreen('marketing/Home');
        return { html: ${html}, css: '' };
      };`,
  };
  return writeBuild(folder, {
    app: 'shell',
    version,
    ...given,
    content: { ...content, ...given.content },
  });
}

/** @param screen JavaScript expression for the component of the one screen */
const bundleOf = (screen: string) =>
  `exports.default = { Home: { title: 'Home', load: async () => ({ default: ${screen} }) } };`;

/** @param bundle code of the Node bundle; null for a build without one */
async function publishRemote(version: string, bundle: string | null): Promise<unknown> {
  const content = { 'node/screens.cjs': bundle };
  return publish({ from: [await writeBuild(folder, { version, screens, content })], store, keys });
}

async function pagesOf(shell: string, version: string): Promise<PrerenderedPages> {
  const file = pagesFile(shell, { app: 'marketing', version });
  return JSON.parse(await readFile(join(releases, file), 'utf8')).pages;
}

/** The process below this one that runs a team's code, once it has another user and namespace. */
async function rendererOfAnotherOwner(): Promise<number | undefined> {
  for (const pid of await descendantsOf(process.pid)) {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const isRenderer =
      commandLine.startsWith(process.execPath) && commandLine.includes('render-pages');
    if (isRenderer && (await ownerOf(pid)) !== (await ownerOf(process.pid))) return pid;
  }
}

async function descendantsOf(pid: number): Promise<number[]> {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = (await readFile(file, 'utf8').catch(() => '')).split(' ').filter(Boolean);
  const below = await Promise.all(children.map((child) => descendantsOf(Number(child))));
  return [...children.map(Number), ...below.flat()];
}

async function ownerOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [user] = /^Uid:.*$/m.exec(status) ?? [];
  return `${user} ${await readlink(`/proc/${pid}/ns/user`).catch(() => '')}`;
}
