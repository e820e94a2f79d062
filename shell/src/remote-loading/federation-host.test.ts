import { chunkListKey, scriptLoaderKey } from '@kargo/shared-types/page/script-loading';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { getInstance } from '@module-federation/runtime';
import { startFederation } from './federation-host.ts';
import { loadScript } from './load-script.ts';
import type { Release } from './release-records.ts';
import { candidatesArrived, releaseFailed, retryRequested } from './release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from './screen-component.ts';

jest.mock('@module-federation/runtime', () => ({ getInstance: jest.fn() }));
jest.mock('./load-script.ts', () => ({ loadScript: jest.fn() }));
jest.mock('./screen-component.ts', () => ({ provideScreenLoader: jest.fn() }));

type LoadEntry = (options: {
  remoteInfo: { name: string; entry: string; entryGlobalName: string };
}) => Promise<unknown>;

const page = globalThis as Record<string, unknown>;
const screen = { default: () => null };
const uiControls = { from: 'kargo_shell' };
const shareScopeMap = { default: { '@kargo/shared-runtime/ui-controls': { '1.0.0': uiControls } } };
const registerRemotes = jest.fn();
const loadRemote = jest.fn();
let loadEntry: LoadEntry;
let load: ScreenLoader;

beforeAll(() => {
  const registerPlugins = jest.fn();
  const name = 'kargo_shell';
  const federation = { name, shareScopeMap, registerPlugins, registerRemotes, loadRemote };
  jest.mocked(getInstance).mockReturnValue(federation as never);
  startFederation(false);
  loadEntry = registerPlugins.mock.calls[0][0][0].loadEntry;
  load = jest.mocked(provideScreenLoader).mock.calls[0]?.[0] as ScreenLoader;
});

beforeEach(() => {
  registerRemotes.mockReset();
  loadRemote.mockReset().mockResolvedValue(screen);
});

test('chunks that remotes load later go through the same loader', () => {
  expect(page[scriptLoaderKey]).toBe(loadScript);
});

test('two screens of one release are loaded from one remote', async () => {
  const release = releaseOf('1.0.0');
  expect(await load('marketing/Home', release)).toBe(screen);
  await load('marketing/About', release);
  expect(registerRemotes).toHaveBeenCalledTimes(1);
  expect(registerRemotes).toHaveBeenCalledWith(
    [expect.objectContaining({ alias: 'marketing', entry: release.url })],
    { force: true },
  );
  expect(loadRemote.mock.calls).toEqual([['marketing/Home'], ['marketing/About']]);
});

test('another release takes the place of the one before', async () => {
  await load('marketing/Home', releaseOf('2.0.0'));
  await load('marketing/Home', releaseOf('2.1.0'));
  await load('marketing/Home', releaseOf('2.0.0'));
  const entries = registerRemotes.mock.calls.map(([[remote]]) => remote.entry);
  expect(entries).toEqual(['2.0.0', '2.1.0', '2.0.0'].map((version) => releaseOf(version).url));
});

test('a release that failed is run anew, without what its scripts have left', async () => {
  const release = releaseOf('3.0.0');
  const other = chunkListKey('marketing', '2.0.0');
  await load('marketing/Home', release);
  page[chunkListKey('marketing', '3.0.0')] = ['broken'];
  page[other] = ['whole'];
  releaseFailed(release);
  retryRequested('marketing');
  await load('marketing/Home', release);
  expect(registerRemotes).toHaveBeenCalledTimes(2);
  expect(page[chunkListKey('marketing', '3.0.0')]).toBeUndefined();
  expect(page[other]).toEqual(['whole']);
  await load('marketing/About', release);
  expect(registerRemotes).toHaveBeenCalledTimes(2);
});

test('a remote that is replaced does not take shared modules with it', async () => {
  await load('marketing/Home', releaseOf('3.1.0'));
  // The runtime marks what a remote was the first to load.
  uiControls.from = 'kargo_marketing';
  let ownerWhenReplaced = '';
  registerRemotes.mockImplementation(() => {
    ownerWhenReplaced = uiControls.from;
  });
  await load('marketing/Home', releaseOf('3.2.0'));
  expect(ownerWhenReplaced).toBe('kargo_shell');
});

test('a release without the screen is refused', async () => {
  loadRemote.mockResolvedValue(null);
  await expect(load('marketing/Faqs', releaseOf('4.0.0'))).rejects.toThrow('marketing/Faqs');
});

test('an entry is what its script defines now, not what another release defined before', async () => {
  const release = releaseOf('5.0.0');
  await load('marketing/Home', release);
  const name = 'kargo_marketing';
  const remoteInfo = { name, entry: release.url, entryGlobalName: name };
  page.kargo_marketing = 'of another release';
  jest.mocked(loadScript).mockImplementation(async () => {
    page.kargo_marketing = 'of this release';
  });
  expect(await loadEntry({ remoteInfo })).toBe('of this release');
  expect(loadScript).toHaveBeenCalledWith(release.url, release, release.integrity);

  jest.mocked(loadScript).mockResolvedValue(undefined);
  await expect(loadEntry({ remoteInfo })).rejects.toThrow('defines no remote');
});

function releaseOf(version: string): Release {
  const url = `http://localhost${releasePath('marketing', version)}remoteEntry.js`;
  const candidate = { url, version, integrity: `sha384-of-${version}` };
  candidatesArrived({ marketing: [candidate] });
  return { app: 'marketing', ...candidate };
}
