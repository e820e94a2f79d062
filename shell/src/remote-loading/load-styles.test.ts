import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { loadScript } from './load-script.ts';
import { loadStyles } from './load-styles.ts';
import { releaseMapArrived } from './release-transitions.ts';
import { releasesOf } from './tracked-releases.ts';

jest.mock('./load-script.ts', () => ({ loadScript: jest.fn() }));
Object.assign(globalThis, { CSS: { escape: (text: string) => text } });

/** Versions are never used twice: what has come stays. */
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

test('the styles of a release are loaded once, by their hash, and waited for', async () => {
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

test('where they do not come, the release has failed, and they are asked for again later', async () => {
  const ofHash = release('sha384-abc');
  jest.mocked(loadScript).mockRejectedValueOnce(new Error('503'));
  await expect(loadStyles(ofHash)).rejects.toThrow('503');
  await loadStyles(ofHash);
  expect(loadScript).toHaveBeenCalledTimes(2);
});

test('a page that came with what its screen needs does not wait for the rest; another screen does', async () => {
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

test('an older release without styles has none to wait for', async () => {
  await loadStyles(release());
  expect(loadScript).not.toHaveBeenCalled();
});
