import { createMemoryRouter } from 'shared-runtime/router';
import type { ScreenId } from 'shared-types/page/screens';
import { preparationOf, prepareNavigations } from './prepare-navigation.ts';
import { isStillCurrent } from './release-candidates.ts';
import { candidatesOf } from './release-records.ts';
import { candidatesArrived, releaseFailed } from './release-transitions.ts';

const candidates = {
  auth: [{ url: '/releases/auth/1/remoteEntry.js', version: '1' }],
  marketing: [{ url: '/releases/marketing/1/remoteEntry.js', version: '1' }],
};

let fetched: jest.SpyInstance;

beforeEach(() => {
  candidatesArrived(candidates);
  fetched = jest.spyOn(globalThis, 'fetch').mockClear();
  fetched.mockImplementation(async () => Response.json(candidates));
});

test('the first page waits for nothing, and each navigation to another screen asks once', async () => {
  const { router, waitsFor } = open('/login');
  expect(waitsFor()).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();

  await router.navigate('/about');
  expect(waitsFor()).toBeInstanceOf(Promise);
  expect(fetched).toHaveBeenCalledTimes(1);

  await router.navigate(-1);
  expect(waitsFor()).toBeInstanceOf(Promise);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a navigation on the same screen asks nothing, and waits for what that waited for', async () => {
  const { router, waitsFor } = open('/about');
  await router.navigate('/login');
  const before = waitsFor();
  fetched.mockClear();
  await router.navigate('/login?again');
  expect(waitsFor()).toBe(before);
  expect(fetched).not.toHaveBeenCalled();
});

test('but where no release is left it asks', async () => {
  const { router } = open('/login');
  for (const release of candidatesOf('auth')) releaseFailed(release);
  await router.navigate('/login');
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a page of the shell asks nothing, and a page that is left waits for nothing', async () => {
  const { router, waitsFor } = open('/about');
  const left = router.state.location.key;
  await router.navigate('/nowhere');
  expect(waitsFor()).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
  await router.navigate('/login');
  expect(preparationOf(left)).toBeUndefined();
});

test('what a navigation waits for is known before anybody hears of it', async () => {
  const { router, waitsFor } = open('/about');
  let seen: unknown;
  router.subscribe(() => {
    seen = waitsFor();
  });
  await router.navigate('/login');
  expect(seen).toBeInstanceOf(Promise);
});

test('a release that was found to be current before another navigation is asked for again', async () => {
  const { router, waitsFor } = open('/login');
  const [release] = candidatesOf('auth');
  if (!release) throw new Error('No release');
  await isStillCurrent(release);
  await router.navigate('/about');
  await router.navigate('/login');
  expect(waitsFor()).toBeInstanceOf(Promise);
});

test('a release that is known to be current still, as of its link, is waited for no more', async () => {
  const { router, waitsFor } = open('/about');
  const [release] = candidatesOf('auth');
  if (!release) throw new Error('No release');
  await isStillCurrent(release);
  await router.navigate('/login');
  expect(waitsFor()).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);

  await router.navigate('/about');
  expect(waitsFor()).toBeInstanceOf(Promise);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await router.navigate('/login');
  expect(waitsFor()).toBeInstanceOf(Promise);
});

function open(path: string) {
  const screens: Record<string, ScreenId> = { '/about': 'marketing/About', '/login': 'auth/Login' };
  const routes = Object.entries(screens).map(([at, handle]) => ({ path: at, handle }));
  const router = createMemoryRouter([...routes, { path: '*' }], { initialEntries: [path] });
  prepareNavigations(router);
  return { router, waitsFor: () => preparationOf(router.state.location.key) };
}
