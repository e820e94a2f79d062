import { endSession, type SessionEnd, startSession } from '@kargo/shared-runtime/session';
import { act } from '@testing-library/react';
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

test.each<SessionEnd>(['logged-out', 'profile-load-failed'])(
  'A session that is over (%s) leads to login',
  (reason) => {
    expect(pathAfter(reason)).toBe('/login');
  },
);

test.each<SessionEnd>(['expired', 'ended-in-other-tab'])(
  'A session that is over (%s) leaves a public page as it is',
  (reason) => {
    expect(pathAfter(reason)).toBe('/about');
  },
);
