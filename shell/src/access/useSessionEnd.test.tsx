import { endSession, type SessionEnd, startSession } from '@kargo/shared-runtime/session';
import { act } from '@testing-library/react';
import { renderAt, writeConfiguration } from '../testing/render-at.tsx';
import { useSessionEnd } from './useSessionEnd.ts';

beforeAll(writeConfiguration);

function Everything() {
  useSessionEnd();
  return null;
}

function pathAfter(end: () => void): string {
  const { router } = renderAt('/about', <Everything />);
  startSession({ token: 'x', loginUser: null });
  act(end);
  return router.location.pathname;
}

test.each<SessionEnd>(['logged-out', 'profile-load-failed', 'expired'])(
  'A session that is over (%s) leads to login',
  (reason) => {
    expect(pathAfter(() => endSession(reason))).toBe('/login');
  },
);

test('A session that ends silently leaves a public page as it is', () => {
  expect(pathAfter(() => endSession('profile-load-failed', true))).toBe('/about');
});

test('So does one that ends in another tab', () => {
  const path = pathAfter(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'kargo_web' }));
  });
  expect(path).toBe('/about');
});
