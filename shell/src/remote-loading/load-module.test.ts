import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { report } from '../reports/report.ts';
import { giveUp } from './give-up.ts';
import { loadModule, NotInPage } from './load-module.ts';
import { importModule } from './script-url-policy.ts';

jest.mock('../reports/report.ts', () => ({ report: jest.fn() }));
jest.mock('./load-script.ts', () => ({ inTime: (promise: unknown) => promise }));
jest.mock('./script-url-policy.ts', () => ({ importModule: jest.fn() }));

const container = { init: () => {} };
const path = releasePath('tracking', '1.0.0');
const release: PageRelease = {
  app: 'tracking',
  version: '1.0.0',
  url: `http://localhost${path}remoteEntry.js`,
  container: { type: 'module', name: 'tracking' },
  hashes: { 'remoteEntry.js': 'hash-1', 'assets/Track.js': 'hash-2', 'assets/Track.css': 'hash-3' },
};

/** The preloaded files with their hashes; each ends with this event. */
let preloaded: [address: string, hash: string][];
const linksEnd = (event: 'load' | 'error') =>
  jest.spyOn(document.head, 'append').mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) return;
    const { rel, href, integrity } = link;
    if (rel === 'modulepreload') preloaded.push([href, integrity]);
    setTimeout(() => link.dispatchEvent(new Event(event)));
  });

beforeEach(() => {
  preloaded = [];
  document.head.innerHTML = '';
  Object.assign(HTMLDialogElement.prototype, { requestClose: () => {} });
  jest.mocked(importModule).mockReset().mockResolvedValue(container);
});

test("a module in the page's import map is imported", async () => {
  const map = JSON.stringify({ integrity: { [`${path}remoteEntry.js`]: 'hash-1' } });
  document.head.innerHTML = `<script type="importmap">${map}</script>`;
  linksEnd('load');
  expect(await loadModule(release)).toBe(container);
  expect(importModule).toHaveBeenCalledWith(release.url);
  expect(preloaded).toEqual([]);
});

test('all modules of a release that is newer than the page are preloaded first, by their hashes', async () => {
  linksEnd('load');
  expect(await loadModule(release)).toBe(container);
  expect(preloaded).toEqual([
    [release.url, 'hash-1'],
    [`http://localhost${path}assets/Track.js`, 'hash-2'],
  ]);
});

test('if these are refused, nothing runs and the release is not reported', async () => {
  linksEnd('error');
  jest.spyOn(console, 'error').mockImplementation();
  const error = await loadModule(release).catch((error) => error);
  expect(error).toBeInstanceOf(NotInPage);
  expect(importModule).not.toHaveBeenCalled();
  giveUp(release, error);
  expect(report).not.toHaveBeenCalled();
  giveUp(release, new Error('another'));
  expect(report).toHaveBeenCalledTimes(1);
});

test('a browser that cannot check modules runs none', async () => {
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'requestClose');
  await expect(loadModule(release)).rejects.toThrow('cannot check');
  expect(importModule).not.toHaveBeenCalled();
});
