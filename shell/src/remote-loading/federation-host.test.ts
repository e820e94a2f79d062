import { chunkListKey } from '@kargo/shared-types/page/script-loading';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { BundlerRequire } from './chunk-loading.ts';
import { startFederation } from './federation-host.ts';
import { loadModule } from './load-module.ts';
import { inTime, loadScript } from './load-script.ts';
import { releaseFailed, releaseMapArrived, retryRequested } from './release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from './screen-component.ts';

jest.mock('./load-module.ts', () => ({ loadModule: jest.fn() }));
jest.mock('./load-script.ts', () => ({
  loadScript: jest.fn(),
  inTime: jest.fn((promise: unknown) => promise),
}));
jest.mock('./screen-component.ts', () => ({ provideScreenLoader: jest.fn() }));

const page = globalThis as Record<string, unknown>;
const screen = { default: () => null };
const shareScope = { '@kargo/shared-runtime/ui': { '1.0.0': {} } };
const container = { init: jest.fn(), get: jest.fn() };
let load: ScreenLoader;

/** The `require` of a build, from which a test requests chunks. */
const buildOf = (p: string): BundlerRequire => ({
  l: () => {},
  p,
  integrity: { js: { 7: 'of-7' } },
});

const shell = buildOf('/releases/shell/7.0.0/');

beforeAll(() => {
  Object.assign(page, { __webpack_share_scopes__: { default: shareScope } });
  releaseMapArrived({ shell: [{ url: `${shell.p}main.js`, version: '7.0.0' }] });
  page[chunkListKey('shell', '7.0.0')] = listOf(shell);
  startFederation(false);
  load = jest.mocked(provideScreenLoader).mock.calls[0]?.[0] as ScreenLoader;
});

beforeEach(() => {
  container.init.mockReset();
  container.get.mockReset().mockResolvedValue(() => screen);
  jest
    .mocked(loadScript)
    .mockReset()
    .mockImplementation(async () => {
      page.kargo_marketing = container;
    });
});

test('the shell loads its chunks by their hashes, and webpack learns how each ended', async () => {
  const done = jest.fn();
  shell.l('/releases/shell/7.0.0/7.js', done, 'chunk-7', 7);
  expect(loadScript).toHaveBeenLastCalledWith(
    '/releases/shell/7.0.0/7.js',
    expect.objectContaining({ app: 'shell', version: '7.0.0' }),
    'of-7',
  );
  jest.mocked(loadScript).mockRejectedValueOnce(new Error('silent'));
  shell.l('/releases/shell/7.0.0/7.js', done, 'chunk-7', 7);
  await new Promise((resolve) => setTimeout(resolve));
  expect(done.mock.calls.map(([{ type }]) => type)).toEqual(['load', 'error']);
});

/** A remote from another bundler, whose entry is in a subfolder. */
const stock = { type: 'global', name: 'tracking', chunkList: 'webpackChunktracking' } as const;

test('any remote built by webpack or Rspack loads its chunks from its folder, by their hashes', async () => {
  const build = buildOf('/');
  const release = releaseOf('8.0.0', { container: stock, hashes: { 'js/7.js': 'hash-of-7' } });
  entryDefines('tracking', build);
  await load('marketing/Home', release);
  expect(container.get).toHaveBeenCalledWith('./Home');
  expect(build.p).toBe('/releases/marketing/8.0.0/');
  build.l('/releases/marketing/8.0.0/js/7.js', jest.fn(), 'chunk-7', 7);
  expect(loadScript).toHaveBeenLastCalledWith(
    '/releases/marketing/8.0.0/js/7.js',
    release,
    'hash-of-7',
  );
});

test("a late chunk of the previous release is not added to the next one's list", async () => {
  const first = entryDefines('tracking', buildOf('/'));
  await load('marketing/Home', releaseOf('8.1.0', { container: stock }));
  expect(page[stock.chunkList]).toBe(first);
  const second = entryDefines('tracking', buildOf('/'));
  await load('marketing/Home', releaseOf('8.2.0', { container: stock }));
  expect(page[stock.chunkList]).toBe(second);
  expect(chunksFrom('8.1.0', second)).toEqual([]);
  expect(chunksFrom('8.2.0', second)).toEqual([['7']]);
});

test('a release replaces nothing on window that another remote needs', async () => {
  const { fetch } = window;
  Object.assign(page, { fetch: () => {} });
  for (const names of [
    { name: 'fetch' },
    { name: 'a', chunkList: chunkListKey('shell', '7.0.0') },
  ]) {
    const release = releaseOf('8.3.0', { container: { type: 'global', ...names } });
    await expect(load('marketing/Home', release)).rejects.toThrow(/would replace .* on window/);
  }
  expect([page.fetch, page[chunkListKey('shell', '7.0.0')]]).not.toContain(undefined);
  Object.assign(page, { fetch });
});

test('the exports of a module are a container', async () => {
  const release = releaseOf('8.3.0', {
    container: { type: 'module', name: 'tracking' },
  });
  jest.mocked(loadModule).mockResolvedValueOnce(container);
  expect(await load('marketing/Home', release)).toBe(screen);
  expect(loadScript).not.toHaveBeenCalled();
  expect(container.init).toHaveBeenCalledWith(shareScope);
});

test('a container that never gives its screen is given up like a silent release', async () => {
  const release = releaseOf('8.4.0');
  jest
    .mocked(inTime)
    .mockImplementationOnce((promise) => promise)
    .mockRejectedValueOnce(new Error('nothing in time'));
  container.get.mockReturnValueOnce(new Promise(() => {}));
  await expect(load('marketing/Home', release)).rejects.toThrow('nothing in time');
});

test('two screens of one release are loaded from one remote, which gets the shared modules', async () => {
  const release = releaseOf('1.0.0');
  const both = await Promise.all([
    load('marketing/Home', release),
    load('marketing/Faqs', release),
  ]);
  await load('marketing/About', release);
  expect(both).toEqual([screen, screen]);
  expect(loadScript).toHaveBeenCalledTimes(1);
  expect(loadScript).toHaveBeenCalledWith(release.url, release, release.integrity);
  expect(container.init.mock.calls).toEqual([[shareScope]]);
  expect(container.get.mock.calls).toEqual([['./Home'], ['./Faqs'], ['./About']]);
});

test('another release replaces the one before', async () => {
  await load('marketing/Home', releaseOf('2.0.0'));
  await load('marketing/Home', releaseOf('2.1.0'));
  await load('marketing/Home', releaseOf('2.0.0'));
  const entries = jest.mocked(loadScript).mock.calls.map(([url]) => url);
  expect(entries).toEqual(['2.0.0', '2.1.0', '2.0.0'].map((version) => releaseOf(version).url));
});

test('a failed release runs afresh, without what its scripts have left', async () => {
  const release = releaseOf('3.0.0');
  const other = chunkListKey('marketing', '2.0.0');
  await load('marketing/Home', release);
  page[chunkListKey('marketing', '3.0.0')] = ['broken'];
  page[other] = ['whole'];
  releaseFailed(release);
  retryRequested('marketing');
  await load('marketing/Home', release);
  expect(loadScript).toHaveBeenCalledTimes(2);
  expect(page[chunkListKey('marketing', '3.0.0')]).toBeUndefined();
  expect(page[other]).toEqual(['whole']);
  await load('marketing/About', release);
  expect(loadScript).toHaveBeenCalledTimes(2);
});

test('a remote whose entry did not load, or could not be prepared, is loaded again', async () => {
  const release = releaseOf('3.1.0');
  jest.mocked(loadScript).mockRejectedValueOnce(new Error('offline'));
  await expect(load('marketing/Home', release)).rejects.toThrow('offline');
  container.init.mockRejectedValueOnce(new Error('not prepared'));
  await expect(load('marketing/Home', release)).rejects.toThrow('not prepared');
  expect(await load('marketing/Home', release)).toBe(screen);
  expect(loadScript).toHaveBeenCalledTimes(3);
});

test('a release without the screen is refused', async () => {
  const release = releaseOf('4.0.0');
  container.get.mockRejectedValueOnce(new Error('no ./Faqs'));
  await expect(load('marketing/Faqs', release)).rejects.toThrow('no ./Faqs');
  expect(await load('marketing/Home', release)).toBe(screen);
  expect(loadScript).toHaveBeenCalledTimes(1);
});

test('after a screen that throws when it runs, the remote runs afresh: modules may be half evaluated', async () => {
  const release = releaseOf('4.1.0');
  container.get.mockResolvedValueOnce(() => {
    throw new Error('another version');
  });
  await expect(load('marketing/Home', release)).rejects.toThrow('another version');
  expect(await load('marketing/Home', release)).toBe(screen);
  expect(loadScript).toHaveBeenCalledTimes(2);
});

test('an entry is what its script defines now, not what another release defined before', async () => {
  page.kargo_marketing = container;
  jest.mocked(loadScript).mockResolvedValue(undefined);
  await expect(load('marketing/Home', releaseOf('5.0.0'))).rejects.toThrow('defines no remote');
});

test('DevTools see which release of which remote the shell uses', async () => {
  const moduleInfo = {};
  Object.assign(page, { __FEDERATION__: { moduleInfo } });
  await load('marketing/Home', releaseOf('6.0.0'));
  const second = releaseOf('6.1.0');
  await load('marketing/Home', second);
  expect(moduleInfo).toEqual({
    kargo_shell: {
      version: '7.0.0',
      remoteEntry: 'http://localhost/releases/shell/7.0.0/main.js',
      remotesInfo: { kargo_marketing: { matchedVersion: '6.1.0' } },
    },
    'kargo_marketing:6.0.0': expect.anything(),
    'kargo_marketing:6.1.0': { version: '6.1.0', remoteEntry: second.url, remotesInfo: {} },
  });
});

/** A list of chunks that passes on the `require` of its build. */
function listOf(require: BundlerRequire) {
  const chunks: string[][] = [];
  const push = ([ids, , run]: [string[], object, ((it: BundlerRequire) => void)?]) => {
    if (run) run(require);
    else chunks.push(ids);
  };
  return { chunks, push };
}

/** Makes the next entry define a container, and start such a list. */
function entryDefines(name: string, require: BundlerRequire) {
  const list = listOf(require);
  jest.mocked(loadScript).mockImplementationOnce(async () => {
    Object.assign(page, { [name]: container, [stock.chunkList]: list });
  });
  return list;
}

/** Returns the list's chunks after a script of a release has added one. */
function chunksFrom(version: string, list: ReturnType<typeof entryDefines>): string[][] {
  const src = `http://localhost${releasePath('marketing', version)}7.js`;
  const script = Object.assign(document.createElement('script'), { src });
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  list.push([['7'], {}]);
  jest.restoreAllMocks();
  return list.chunks;
}

function releaseOf(version: string, more: Partial<PageRelease> = {}): PageRelease {
  const url = `http://localhost${releasePath('marketing', version)}remoteEntry.js`;
  const release = { url, version, integrity: `sha384-of-${version}`, ...more };
  releaseMapArrived({ marketing: [release] });
  return { app: 'marketing', ...release };
}
