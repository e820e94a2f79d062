import { act } from '@testing-library/react';
import { endSession, type SessionEnd, startSession } from 'shared-runtime/session';
import { renderAt, writeConfiguration } from '../testing/render-at.tsx';
import { useSessionEnd } from './useSessionEnd.ts';

beforeAll(writeConfiguration);

function Everything() {
  useSessionEnd();
  return null;
}

function pathAfter(reason: SessionEnd): string {
  const { router } = renderAt('/about', <Everything />);
  startSession({ token: 'x', loginUser: null });
  act(() => endSession(reason));
  return router.location.pathname;
}

test.each<SessionEnd>(['logged-out', 'expired', 'profile-load-failed'])(
  'A session that is over (%s) leads to login',
  (reason) => {
    expect(pathAfter(reason)).toBe('/login');
  },
);

test('A session that was ended in another tab leaves a public page as it is', () => {
  expect(pathAfter('ended-in-other-tab')).toBe('/about');
});
