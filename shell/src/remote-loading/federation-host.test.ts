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

const page = globalThis as Record<string, unknown>;
const screen = { default: () => null };
const shareScope = { '@kargo/shared-runtime/ui': { '1.0.0': {} } };
const container = { init: jest.fn(), get: jest.fn() };
let load: ScreenLoader;

beforeAll(() => {
  jest.mocked(getInstance).mockReturnValue({ shareScopeMap: { default: shareScope } } as never);
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

test('chunks that remotes load later go through the same loader', () => {
  expect(page[scriptLoaderKey]).toBe(loadScript);
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

test('another release takes the place of the one before', async () => {
  await load('marketing/Home', releaseOf('2.0.0'));
  await load('marketing/Home', releaseOf('2.1.0'));
  await load('marketing/Home', releaseOf('2.0.0'));
  const entries = jest.mocked(loadScript).mock.calls.map(([url]) => url);
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

test('a release without the screen is refused, and so is a screen that throws when it runs', async () => {
  const release = releaseOf('4.0.0');
  container.get.mockRejectedValueOnce(new Error('no ./Faqs'));
  await expect(load('marketing/Faqs', release)).rejects.toThrow('no ./Faqs');
  container.get.mockResolvedValueOnce(() => {
    throw new Error('another version');
  });
  await expect(load('marketing/Home', release)).rejects.toThrow('another version');
  expect(await load('marketing/Home', release)).toBe(screen);
  expect(loadScript).toHaveBeenCalledTimes(1);
});

test('an entry is what its script defines now, not what another release defined before', async () => {
  page.kargo_marketing = container;
  jest.mocked(loadScript).mockResolvedValue(undefined);
  await expect(load('marketing/Home', releaseOf('5.0.0'))).rejects.toThrow('defines no remote');
});

function releaseOf(version: string): Release {
  const url = `http://localhost${releasePath('marketing', version)}remoteEntry.js`;
  const candidate = { url, version, integrity: `sha384-of-${version}` };
  candidatesArrived({ marketing: [candidate] });
  return { app: 'marketing', ...candidate };
}
