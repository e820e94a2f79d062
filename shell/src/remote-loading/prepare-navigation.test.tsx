import { act } from '@testing-library/react';
import { useLocation } from 'shared-runtime/router';
import { renderAt } from '../testing/render-at.tsx';
import { prepareNavigation } from './prepare-navigation.ts';
import { provideReleases } from './release-map.ts';

const candidates = {
  auth: [{ url: '/releases/auth/1/remoteEntry.js', version: '1' }],
  marketing: [{ url: '/releases/marketing/1/remoteEntry.js', version: '1' }],
};

let waitedFor: (Promise<void> | undefined)[];
let fetched: jest.SpyInstance;

beforeEach(() => {
  waitedFor = [];
  provideReleases(candidates);
  fetched = jest.spyOn(globalThis, 'fetch').mockClear();
  fetched.mockImplementation(async () => Response.json(candidates));
});

test('the first page waits for nothing, and each navigation to another screen asks once', async () => {
  const { router } = renderAt('/login', <Screen />);
  expect(waitedFor).toEqual([undefined]);
  expect(fetched).not.toHaveBeenCalled();

  await act(() => router.navigate('/about'));
  expect(waitedFor.at(-1)).toBeInstanceOf(Promise);
  expect(fetched).toHaveBeenCalledTimes(1);

  await act(() => router.navigate(-1));
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a navigation on the same screen asks nothing, and waits for what that waited for', async () => {
  const { router } = renderAt('/about', <Screen />);
  await act(() => router.navigate('/login'));
  const before = waitedFor.at(-1);
  fetched.mockClear();
  await act(() => router.navigate('/login?again'));
  expect(waitedFor.at(-1)).toBe(before);
  expect(fetched).not.toHaveBeenCalled();
});

function Screen() {
  const { key, pathname } = useLocation();
  const screen = pathname === '/about' ? 'marketing/About' : 'auth/Login';
  waitedFor.push(prepareNavigation(key, screen));
  return null;
}
