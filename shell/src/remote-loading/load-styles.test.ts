import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { loadScript } from './load-script.ts';
import { checkAddedStyles, loadStyles } from './load-styles.ts';
import { releaseMapArrived } from './release-transitions.ts';
import { releasesOf } from './tracked-releases.ts';

jest.mock('./load-script.ts', () => ({ loadScript: jest.fn() }));
Object.assign(globalThis, { CSS: { escape: (text: string) => text } });

/** No version is used twice, since styles that have loaded stay. */
let version = 0;
let path: string;

beforeEach(() => {
  document.head.innerHTML = '';
  version += 1;
  path = `/releases/auth/${version}/styles.css`;
  jest.mocked(loadScript).mockReset().mockResolvedValue();
});

function release(styles?: string): PageRelease {
  const url = `/releases/auth/${version}/remoteEntry.js`;
  releaseMapArrived({ auth: [{ url, version: `${version}`, styles }] });
  const [arrived] = releasesOf('auth');
  if (!arrived) throw new Error('It did not arrive');
  return arrived;
}

test('the styles of a release are loaded once, by their hash, and awaited', async () => {
  const ofHash = release('sha384-abc');
  let arrive = () => {};
  jest.mocked(loadScript).mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  const states: string[] = [];
  const loading = [loadStyles(ofHash), loadStyles(ofHash)];
  for (const each of loading) each.then(() => states.push('there'));
  await Promise.resolve();
  expect(states).toEqual([]);
  expect(loadScript).toHaveBeenCalledTimes(1);
  expect(loadScript).toHaveBeenCalledWith(`http://localhost${path}`, ofHash, 'sha384-abc');
  arrive();
  await Promise.all(loading);
});

test('if they do not load, the release has failed, and the next call tries again', async () => {
  const ofHash = release('sha384-abc');
  jest.mocked(loadScript).mockRejectedValueOnce(new Error('503'));
  await expect(loadStyles(ofHash)).rejects.toThrow('503');
  await loadStyles(ofHash);
  expect(loadScript).toHaveBeenCalledTimes(2);
});

test('a page with the styles of its screen does not wait for the rest; another screen does', async () => {
  document.head.innerHTML = `<style data-styles="${path}"></style>`;
  let fail = (_error: Error) => {};
  jest.mocked(loadScript).mockReturnValue(new Promise((_, reject) => (fail = reject)));
  const ofHash = release('sha384-abc');
  await loadStyles(ofHash);
  const ofAnother = loadStyles(ofHash);
  fail(new Error('503'));
  await expect(ofAnother).rejects.toThrow('503');
  expect(loadScript).toHaveBeenCalledTimes(1);
});

test('a page that came with them does not load them again', async () => {
  const ofHash = release('sha384-abc');
  jest
    .spyOn(document, 'styleSheets', 'get')
    .mockReturnValue([{ href: `http://localhost${path}` }] as unknown as StyleSheetList);
  await loadStyles(ofHash);
  expect(loadScript).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

test('a release without styles waits for none', async () => {
  await loadStyles(release());
  expect(loadScript).not.toHaveBeenCalled();
});

test('style sheets that other bundlers add get their hash, and other links stay as they are', () => {
  const folder = '/releases/tracking/1.0.0/';
  const container = { type: 'global' as const, name: 'tracking' };
  const hashes = { 'late.css': 'sha384-late' };
  const tracking = { url: `${folder}remoteEntry.js`, version: '1.0.0', container, hashes };
  releaseMapArrived({ tracking: [tracking] });
  checkAddedStyles();
  const add = (href: string, integrity = '') => {
    const link = Object.assign(document.createElement('link'), { href, integrity });
    expect(document.head.appendChild(link)).toBe(link);
    expect(link.isConnected).toBe(true);
    return { integrity: link.integrity, crossOrigin: link.crossOrigin };
  };
  const late = `${folder}late.css`;
  expect(add(late)).toEqual({ integrity: 'sha384-late', crossOrigin: 'anonymous' });
  expect(add(late, 'sha384-own')).toEqual({ integrity: 'sha384-own', crossOrigin: null });
  expect(add('/elsewhere/late.css')).toEqual({ integrity: '', crossOrigin: null });
});
