import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, readFile, readlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import {
  newPublisherKey,
  type PublisherKey,
  publicPart,
  readPages,
} from '@kargo/release-log/rules/release-signature';
import { siteIdentity } from '@kargo/release-log/testing/test-release';
import type { PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import { pagesFile } from '@kargo/shared-types/releases/release-addresses';
import { folder, newSite } from './testing/test-site.ts';
import type { Build } from './testing/write-build.ts';
import { unshared } from './unshared.ts';

// Small bundles in the format of webpack's.

let site = newSite();

beforeEach(() => {
  site = newSite();
});

test('Shell and remote are rendered together: public pages, and those with a frame', async () => {
  await publishShell('1.0.0');
  assert.deepEqual(await pagesOf('1.0.0', '1.0.0', 'shell'), {
    '/*': { html: '/* in ', css: '' },
    '/api/*': { html: '/api/* in ', css: '' },
  });
  await site.publish(remoteBuild('1.0.0', "'Home 1'"));
  const pages = {
    '/': { html: '/ shows Home 1 of marketing 1.0.0', css: '' },
    '/framed': { html: '/framed shows Home 1 of marketing 1.0.0', css: '' },
  };
  assert.deepEqual(await pagesOf('1.0.0', '1.0.0'), pages);
  await publishShell('1.1.0');
  assert.deepEqual(await pagesOf('1.1.0', '1.0.0'), pages);
});

test('A page has the styles that it needs of its screen, with addresses relative to the site', async () => {
  const html = `'<p class="own">' + screen + '</p>'`;
  await site.publish(shellBuild('1.0.0', html, { content: { 'styles.css': '.own{top:0}' } }));
  const content = {
    'css/home.css':
      '.own{background:url("../a.png"),url(b.png),url(#c),url(data:,)}.other{top:1px}',
    'css/mine.css': '.own{left:0}',
  };
  const styles = { Home: ['css/home.css'], Mine: ['css/mine.css'] };
  await site.publish(remoteBuild('1.0.0', "'Home 1'", { styles, content }));
  const place = '/releases/marketing/1.0.0/css/';
  assert.equal(
    (await pagesOf('1.0.0', '1.0.0'))?.['/']?.css,
    `.own{top:0}.own{background:url("${place}../a.png"),url(${place}b.png),url(#c),url(data:,)}`,
  );
});

test('A remote that renders only with the next shell is published together with it', async () => {
  await publishShell('1.0.0', "screen === 'Home 2' ? undefined.page : screen");
  await site.publish(withoutBundle);
  const remote = remoteBuild('1.1.0', "'Home 2'");
  await assert.rejects(site.publish(remote), /does not render in Node/);
  await site.publish(remote, shellBuild('1.1.0', 'screen'));
  assert.deepEqual((await pagesOf('1.1.0', '1.1.0'))?.['/']?.html, 'Home 2');
});

test('Apps published at the same time are rendered with each other', async () => {
  await site.publish({ app: 'shell' });
  await site.publish(withoutBundle);
  await Promise.all([publishShell('1.1.0'), site.publish(remoteBuild('1.1.0', "'Home 2'"))]);
  assert.ok((await pagesOf('1.1.0', '1.1.0'))?.['/']);
});

test("A publisher writes pages into its own app's folder, where only its key counts", async () => {
  const shellKey = await newPublisherKey('shell', ['shell']);
  const teamKey = await newPublisherKey('team', ['marketing']);
  const publishers = { log: 'log', keys: [publicPart(shellKey), publicPart(teamKey)] };
  const publishAs = (key: PublisherKey, given: Build) => {
    site.keys = { publishers, key };
    return site.publish(given);
  };
  await publishAs(shellKey, shellBuild('1.0.0'));
  await publishAs(teamKey, remoteBuild('1.0.0', "'Home 1'"));
  await publishAs(shellKey, shellBuild('1.1.0'));
  const pages = (await site.store.list('pages')).map(({ path }) => path);
  assert.deepEqual(
    pages.filter((path) => path.endsWith('.json')),
    [
      'pages/marketing/1.0.0/marketing-1.0.0.json',
      'pages/shell/1.0.0/shell-1.0.0.json',
      'pages/shell/1.1.0/marketing-1.0.0.json',
      'pages/shell/1.1.0/shell-1.1.0.json',
    ],
  );
  const pair = { shell: '1.1.0', app: 'marketing', version: '1.0.0' };
  const problems: string[] = [];
  const read = () => readPages(site.store, pair, publishers, (problem) => problems.push(problem));
  assert.match((await read())?.['/']?.html ?? '', /Home 1/);
  for (const name of ['json', 'jws'])
    await site.store.write(
      `pages/marketing/1.1.0/marketing-1.0.0.${name}`,
      await site.store.read(`pages/shell/1.1.0/marketing-1.0.0.${name}`, 1e6),
    );
  assert.match((await read())?.['/']?.html ?? '', /Home 1/);
  assert.match(`${problems}`, /signed by shell, which may not publish marketing/);
});

test('The bundle of a remote gets only the modules that the shell shares; with others it is refused again and again', async () => {
  await publishShell('1.0.0');
  await site.publish(remoteBuild('1.0.0', "require('react').name"));
  assert.match((await pagesOf('1.0.0', '1.0.0'))?.['/']?.html ?? '', /shows React of the shell/);
  const before = await site.state();
  for (const _again of [1, 2])
    await assert.rejects(
      site.publish(remoteBuild('1.1.0', "require('node:fs')")),
      /A page does not render in Node: .*The shell does not share node:fs/s,
    );
  assert.deepEqual(await site.state(), before);
});

test('Going back renders nothing again, and succeeds even if a page does not render', async (context) => {
  await publishShell('1.0.0');
  for (const number of [0, 1]) await site.publish(remoteBuild(`1.${number}.0`, `'Home ${number}'`));
  const { mock } = context.mock.method(site.store, 'write');
  await site.makeCurrent('1.0.0', { force: true });
  const written = mock.calls.map((call) => call.arguments[0]);
  assert.deepEqual(
    written.filter((path) => path.startsWith('pages/')),
    [],
  );

  await site.publish(remoteBuild('1.1.0', "'Home 1'"));
  await publishShell('1.1.0', "screen === 'Home 0' ? undefined.page : screen");
  await assert.rejects(
    site.makeCurrent('1.0.0'),
    /does not render in Node: Cannot read properties/,
  );
  await site.makeCurrent('1.0.0', { force: true });
  assert.equal((await site.record())?.current?.version, '1.0.0');
});

test('A release that fails the smoke test is refused; the log names the opened screens', async () => {
  await site.publish({ app: 'shell' });
  await site.publishVersions('1.0.0', '1.1.0');
  const before = await site.state();
  const tasks: unknown[] = [];
  const warnings = ['marketing 1.0.0 grows.', 'shell 1.0.0 grows.'];
  const finding = (problems: string[]) => async (task: object, apps: string[]) => {
    tasks.push([task, apps]);
    return { opened: ['marketing/Home'], problems, warnings };
  };
  await assert.rejects(site.makeCurrent('1.0.0', { smokeTest: finding(['Home throws.']) }), {
    name: 'Error',
    message: 'Home throws.',
  });
  assert.deepEqual(await site.state(), before);
  await site.makeCurrent('1.0.0', { smokeTest: finding([]) });
  const { current, earlier } = (await site.record()) ?? {};
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
  assert.deepEqual(tasks, [
    [task, ['marketing']],
    [task, ['marketing']],
  ]);
});

test('The smoke test may follow later: the log keeps its result, and when the release became current', async () => {
  await site.publish({ app: 'shell' });
  await site.publishVersions('1.0.0');
  const before = (await site.record())?.current;
  assert.equal(before?.opened, null);
  const opened = ['marketing/Home'];
  const warnings = ['marketing 1.0.0 grows.'];
  const smokeTest = async () => ({ opened, problems: [], warnings });
  const state = await site.makeCurrent('1.0.0', { smokeTest, acceptSize: 'a film' });
  const seen = { opened, warnings, sizeAccepted: 'a film' };
  assert.deepEqual(currentRelease(state, 'marketing'), { ...before, ...seen });
  assert.deepEqual((await site.makeCurrent('1.0.0', { smokeTest })).records, state.records);
  await site.publishVersions('1.1.0');
  const again = currentRelease(await site.makeCurrent('1.0.0'), 'marketing');
  assert.deepEqual({ ...again, ...seen }, again);
});

test("A remote is rendered with a shell's canary, even while another remote is incompatible with it", async () => {
  const shell = (version: string) => shellBuild(version, 'path', { provides: { react: version } });
  await site.publish(shell('1.0.0'));
  await site.publish(withoutBundle);
  await site.add(shell('2.0.0'));
  await site.makeCurrent({ shell: '2.0.0' }, { percent: 5 });
  await site.publish({ app: 'auth', needs: { react: '^1.0.0' } });
  await site.publish(remoteBuild('1.1.0', "'Home 2'"));
  assert.ok((await pagesOf('2.0.0', '1.1.0'))?.['/']);
});

test('While another app has a canary, no file of pages is read twice', async () => {
  await publishShell('1.0.0', 'path');
  await site.publish(withoutBundle);
  await site.publish({ app: 'auth' });
  const content = { 'node/screens.cjs': bundleOf("'Login'") };
  await site.add({ app: 'auth', version: '2.0.0', content });
  await site.makeCurrent({ auth: '2.0.0' }, { percent: 5 });
  for (const next of [remoteBuild('1.1.0', "'Home 2'"), shellBuild('1.1.0', 'path')]) {
    site.store.asked.length = 0;
    await site.publish(next);
    const paths = site.store.asked.filter((path) => /^pages\/.*json$/.test(path));
    assert.deepEqual(paths, [...new Set(paths)]);
  }
  assert.ok(site.store.objects.has(pagesFile('1.1.0', { app: 'auth', version: '2.0.0' })));
});

test('A release without a Node bundle is published without pages', async () => {
  await publishShell('1.0.0');
  await site.publish(withoutBundle);
  assert.equal(await pagesOf('1.0.0', '1.0.0'), undefined);
});

test("Teams' code has no environment, and gets only the files of its program and listed modules of Node, whatever it tries", async () => {
  process.env.SECRET_FOR_TEST = 'secret';
  const got = await runInShell(`
    const refusals = [
      () => require('fs').readFileSync('/etc/passwd'),
      () => require('fs').writeFileSync('/tmp/planted', ''),
      () => require('child_process').spawnSync('true'),
    ].map(refused);
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
      for (const name of ${JSON.stringify(builtinModules)})
        for (const full of [name, name.replace(/^(node:)?/, 'node:')])
          try { if (await get(full)) (got[way] ??= new Set()).add(name) } catch {}
    const modules = Object.entries(got).map(([way, names]) => [way, [...names]]);
    return { env: process.env, refusals, ...Object.fromEntries(modules) };`);
  delete process.env.SECRET_FOR_TEST;
  assert.deepEqual(got, {
    env: {},
    refusals: Array(3).fill('ERR_ACCESS_DENIED '),
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

test("Node's own objects lead teams' code to no other process, file or network", async () => {
  const got = await runInShell(`
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
        sqlite: refused(() => new (require('node:sqlite').DatabaseSync)('/tmp/kargo-planted')) };`);
  assert.deepEqual(got, {
    // "Request" loads a module that restores chdir, without the function that it calls.
    actions: ['_rawDebug', '_fatalException', 'emitWarning', 'nextTick', '_tickCallback', 'chdir'],
    globals: Array(3).fill('ERR_ACCESS_DENIED '),
    hooks: false,
    sqlite: 'ERR_ACCESS_DENIED ',
  });
});

test("Teams' code reaches neither network nor pipes, even where the system has no namespaces", async (t) => {
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
  const tried = await runInShell(`
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
      return tried;`);
  assert.deepEqual(reached, [], JSON.stringify(tried));
  assert.deepEqual(tried, Array(2).fill('Socket ERR_ACCESS_DENIED'));
});

test("Teams' code runs as another user, or in its own namespaces, where the system allows", {
  timeout: 30_000,
  skip:
    process.platform !== 'linux' || (process.getuid?.() !== 0 && unshared('--user').length === 0),
}, async ({ signal }) => {
  const running = runInShell('await new Promise((resolve) => setTimeout(resolve, 60_000))');
  const rejected = assert.rejects(running, /does not render in Node/);
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

const withoutBundle = { screens: { Home: [], Mine: [] } };

const publishShell = (version: string, html?: string) => site.publish(shellBuild(version, html));

/** @param html JavaScript expression for the HTML of a page */
function shellBuild(
  version: string,
  html = "path + ' shows ' + screen + ' of marketing ' + releaseMap.marketing[0].version",
  given: Build = {},
): Build {
  const bundle = `
    exports.sharedModules = { react: { name: 'React of the shell' } };
    exports.prerender = async (path, releaseMap, loadScreen) => {
      if (path.endsWith('/*')) return path + ' in ' + Object.keys(releaseMap);
      const { default: screen } = await loadScreen('marketing/Home');
      return ${html};
    };`;
  const content = { 'routes.json': JSON.stringify(routes), 'node/prerender.cjs': bundle };
  return { app: 'shell', version, ...given, content: { ...content, ...given.content } };
}

/** Runs code in a shell's bundle, on a page without a remote. Returns what it returns. */
async function runInShell(code: string): Promise<unknown> {
  const bundle = `
    const refused = (action) => {
      try { return action() } catch (error) { return error.code + ' ' }
    };
    const run = async () => {${code}};
    exports.prerender = async (path) => path === '/*' ? JSON.stringify(await run()) : '';`;
  await site.publish(shellBuild('1.0.0', '', { content: { 'node/prerender.cjs': bundle } }));
  return JSON.parse((await pagesOf('1.0.0', '1.0.0', 'shell'))?.['/*']?.html ?? '');
}

/** @param screen JavaScript expression for the component of each screen */
function remoteBuild(version: string, screen: string, given: Build = {}): Build {
  const content = { 'node/screens.cjs': bundleOf(screen), ...given.content };
  return { version, screens: { Home: [], Mine: [] }, ...given, content };
}

const bundleOf = (screen: string) =>
  `exports.default = { Home: { title: 'Home', load: async () => ({ default: ${screen} }) } };`;

async function pagesOf(
  shell: string,
  version: string,
  app = 'marketing',
): Promise<PrerenderedPages | undefined> {
  const content = site.store.objects.get(pagesFile(shell, { app, version }));
  return content && JSON.parse(String(content)).pages;
}

/** Finds the child process that runs a team's code, once it has another user or namespace. */
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
