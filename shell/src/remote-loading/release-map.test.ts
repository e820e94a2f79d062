import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { act, renderHook } from '@testing-library/react';
import { isStillCurrent, refreshReleases, retryRemote } from './release-map.ts';
import { releaseFailed, releaseMapArrived } from './release-transitions.ts';
import { chosenRelease, useReleases } from './tracked-releases.ts';

const entryIn = (version: string, app = 'auth') => `${releasePath(app, version)}remoteEntry.js`;
const absolute = (address: string) => new URL(address, window.location.href).href;

/** No version is used twice, since a page remembers which have failed. */
let count = 0;
let current: string;
let previous: string;

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  count += 1;
  current = `${count}.1.0`;
  previous = `${count}.0.0`;
  releaseMapArrived(releaseMapFor({ auth: [current, previous], profile: [current] }));
});

test('a remote is loaded from its current release', () => {
  expect(release('auth')).toEqual({
    app: 'auth',
    url: absolute(entryIn(current)),
    version: current,
  });
});

test('a release that fails gives way to the one before it, and that one to none', () => {
  const { result } = renderHook(() => useRelease('auth'));
  act(() => releaseFailed(requireRelease(result.current)));
  expect(result.current?.version).toBe(previous);
  act(() => releaseFailed(requireRelease(result.current)));
  expect(result.current).toBeNull();
  expect(release('profile')?.version).toBe(current);
});

test('a remote that was never published has no release', () => {
  expect(release('marketing')).toBeNull();
});

test('new releases are taken up', async () => {
  serverResponds(() => Response.json(releaseMapFor({ auth: ['9.9.9', current] })));
  await refreshReleases();
  expect(release('auth')?.version).toBe('9.9.9');
});

test('pointer, focus and navigation of one tap ask the server once', async () => {
  const fetched = serverResponds(() => Response.json(releaseMapFor({ auth: [current] })));
  const chosen = requireRelease(release('auth'));
  await Promise.all([isStillCurrent(chosen), isStillCurrent(chosen), refreshReleases()]);
  await isStillCurrent(chosen);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('the screen stays as it is when a new release map arrives', async () => {
  serverResponds(() => Response.json(releaseMapFor({ auth: ['9.9.8'] })));
  let renders = 0;
  renderHook(() => {
    renders += 1;
    return useRelease('auth');
  });
  await refreshReleases();
  expect(renders).toBe(1);
});

test.each([
  ['that is an error', () => new Response('no', { status: 503 })],
  ['that is a page', () => new Response('<!doctype html>')],
  ['that names no releases', () => Response.json({ auth: 'no' })],
])('the known releases stay after a response %s', async (_case, response) => {
  serverResponds(response);
  await refreshReleases();
  expect(release('auth')?.version).toBe(current);
});

test('a new release map is awaited for a second, no longer', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const start = performance.now();
  await refreshReleases();
  const waited = performance.now() - start;
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(3000);
  expect(release('auth')?.version).toBe(current);
});

test('a retry tries the current release again, or a newer one', async () => {
  const { result } = renderHook(() => useRelease('auth'));
  const failAll = () => {
    while (release('auth')) releaseFailed(requireRelease(release('auth')));
  };
  act(failAll);
  serverResponds(() => new Response('no', { status: 503 }));
  await act(() => retryRemote('auth'));
  expect(result.current?.version).toBe(current);

  act(failAll);
  serverResponds(() => Response.json(releaseMapFor({ auth: ['9.9.7', current] })));
  await act(() => retryRemote('auth'));
  expect(result.current?.version).toBe('9.9.7');
});

test('modules that failed are retried by reloading the page', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation();
  const url = entryIn('9.9.6', 'auth');
  const container = { type: 'module' as const, name: 'auth' };
  const fresh = { url, version: '9.9.6', container, hashes: { 'a.js': 'sha384-a' } };
  const asked = serverResponds(() => Response.json({ auth: [fresh] }));
  await act(() => retryRemote('auth'));
  expect(release('auth')?.version).toBe('9.9.6');
  act(() => releaseFailed({ app: 'auth', version: '9.9.6' }));
  await act(() => retryRemote('auth'));
  expect(release('auth')).toBeNull();
  const file = new URL('/releases/auth/9.9.6/a.js', location.href).href;
  expect(asked).toHaveBeenCalledWith(file, expect.objectContaining({ cache: 'reload' }));
  // jsdom loads no pages.
  expect(String(said.mock.calls)).toMatch('navigation');
});

function useRelease(remote: string) {
  return useReleases(() => chosenRelease(remote));
}

function release(remote: string) {
  const { result, unmount } = renderHook(() => useRelease(remote));
  unmount();
  return result.current;
}

function requireRelease(release: ReturnType<typeof useRelease>) {
  if (!release) throw new Error('There is no release left');
  return release;
}

/** A map in which remotes have these versions, the current one first. */
function releaseMapFor(versions: Record<string, string[]>): ReleaseMap {
  return Object.fromEntries(
    Object.entries(versions).map(([app, ofApp]) => [
      app,
      ofApp.map((version) => ({ url: entryIn(version, app), version })),
    ]),
  );
}

function serverResponds(answer: () => Response) {
  const fetch = jest.spyOn(globalThis, 'fetch');
  fetch.mockClear();
  return fetch.mockImplementation(async () => answer());
}
