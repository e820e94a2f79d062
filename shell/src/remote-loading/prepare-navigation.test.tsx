import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderAt } from '../testing/render-at.tsx';
import { isStyled, loadStyles } from './load-styles.ts';
import { preparationOf, usePrepareNavigation } from './prepare-navigation.ts';
import { isStillCurrent, wasCurrentJustNow } from './release-map.ts';
import { releaseFailed, releaseMapArrived, startedUsing } from './release-transitions.ts';
import { forgetScreen, provideScreenLoader } from './screen-component.ts';
import { releasesOf } from './tracked-releases.ts';

jest.mock('./load-styles.ts', () => ({ isStyled: jest.fn(() => true), loadStyles: jest.fn() }));

const releaseMap = {
  auth: [{ url: '/releases/auth/1/remoteEntry.js', version: '1' }],
  marketing: [{ url: '/releases/marketing/1/remoteEntry.js', version: '1' }],
};

let fetched: jest.SpyInstance;

/** A document has one first page: to the module, those of later tests are navigations. */
let hasOpened = false;

beforeEach(() => {
  releaseMapArrived(releaseMap);
  wasCurrentJustNow({ app: 'auth', version: '1' });
  fetched = jest.spyOn(globalThis, 'fetch').mockClear();
  fetched.mockImplementation(async () => Response.json(releaseMap));
  provideScreenLoader(async () => ({ default: () => null }));
});

afterEach(() => jest.useRealTimers());

function auth() {
  const [release] = releasesOf('auth');
  if (!release) throw new Error('No release');
  return release;
}

test('the first page waits for nothing, and each navigation to another screen sends one request', async () => {
  const { router, waitsFor } = await open('/login');
  expect(waitsFor()).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();

  await act(async () => router.navigate('/about'));
  expect(waitsFor()).toBeInstanceOf(Promise);
  expect(fetched).toHaveBeenCalledTimes(1);

  await act(async () => router.navigate(-1));
  expect(waitsFor()).toBeInstanceOf(Promise);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a navigation on the same screen sends nothing, and waits for the same promise', async () => {
  const { router, waitsFor } = await open('/about');
  await act(async () => router.navigate('/login'));
  const before = waitsFor();
  fetched.mockClear();
  await act(async () => router.navigate('/login?again'));
  expect(waitsFor()).toBe(before);
  expect(fetched).not.toHaveBeenCalled();
});

test('if no release is left, it sends a request', async () => {
  const { router } = await open('/login');
  for (const release of releasesOf('auth')) releaseFailed(release);
  await act(async () => router.navigate('/login'));
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a page of the shell sends no request, and a page that was left waits for nothing', async () => {
  const { router, waitsFor } = await open('/about');
  const left = router.location.key;
  await act(async () => router.navigate('/nowhere'));
  expect(waitsFor()).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
  await act(async () => router.navigate('/login'));
  expect(preparationOf(left)).toBeUndefined();
});

test('a page that is rendered again while the next one loads sends nothing', async () => {
  const { router, drawAgain, waitsFor } = await open('/about');
  const before = waitsFor();
  await act(async () => router.navigate('/login'));
  expect(fetched).toHaveBeenCalledTimes(1);
  act(drawAgain);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(waitsFor()).not.toBe(before);
});

test('a release that was confirmed before another navigation is checked again', async () => {
  const { router, waitsFor } = await open('/login');
  await isStillCurrent(auth());
  await act(async () => router.navigate('/about'));
  await act(async () => router.navigate('/login'));
  expect(waitsFor()).toBeInstanceOf(Promise);
});

test('a release that was just confirmed for a link needs no more waiting', async () => {
  const { router, waitsFor } = await open('/about');
  await isStillCurrent(auth());
  await act(async () => router.navigate('/login'));
  expect(waitsFor()).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);

  await act(async () => router.navigate('/about'));
  expect(waitsFor()).toBeInstanceOf(Promise);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await act(async () => router.navigate('/login'));
  expect(waitsFor()).toBeInstanceOf(Promise);
});

test.each([
  ['comes', (arrive: () => void) => arrive()],
  ['has not come after 600 ms', () => jest.advanceTimersByTime(600)],
])('a page stays until the code of the next one %s', async (_when, happens) => {
  const { router } = await open('/about');
  forgetScreen('auth/Login', auth());
  let arrive = () => {};
  provideScreenLoader(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve({ default: () => null });
      }),
  );
  jest.useFakeTimers();
  await act(async () => router.navigate('/login'));
  act(() => jest.advanceTimersByTime(599));
  expect(router.location.pathname).toBe('/about');
  await act(async () => happens(arrive));
  expect(router.location.pathname).toBe('/login');
});

test.each([
  ['come', (arrive: () => void) => arrive()],
  ['have not come after 600 ms', () => jest.advanceTimersByTime(600)],
])("a page stays until the styles of the shell's own next one %s", async (_when, happens) => {
  const { router } = await open('/about');
  const shell = [{ url: '/releases/shell/1/main.js', version: '1', styles: 'sha384-abc' }];
  releaseMapArrived({ ...releaseMap, shell });
  startedUsing({ app: 'shell', version: '1' });
  let arrive = () => {};
  jest.mocked(isStyled).mockReturnValueOnce(false);
  jest.mocked(loadStyles).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  jest.useFakeTimers();
  await act(async () => router.navigate('/nowhere'));
  act(() => jest.advanceTimersByTime(599));
  expect(router.location.pathname).toBe('/about');
  await act(async () => happens(arrive));
  expect(router.location.pathname).toBe('/nowhere');
});

test('a screen that does not load is not awaited', async () => {
  const { router } = await open('/about');
  forgetScreen('auth/Login', auth());
  provideScreenLoader(() => Promise.reject(new Error('it is gone')));
  await act(async () => router.navigate('/login'));
  expect(router.location.pathname).toBe('/login');
});

async function open(path: string) {
  let drawAgain = () => {};
  function Site() {
    const [, draw] = useState(0);
    drawAgain = () => draw((count) => count + 1);
    usePrepareNavigation();
    return null;
  }
  const { router } = await act(async () => renderAt(path, <Site />));
  // A request that is under way would be shared.
  await waitFor(() => expect(router.location).toBeDefined());
  if (hasOpened) fetched.mockClear();
  hasOpened = true;
  return {
    router,
    drawAgain: () => drawAgain(),
    waitsFor: () => preparationOf(router.location.key),
  };
}
