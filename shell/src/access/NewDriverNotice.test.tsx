import { endSession, startSession } from '@kargo/shared-runtime/session';
import { act, screen } from '@testing-library/react';
import { renderAt, writeConfiguration } from '../testing/render-at.tsx';
import { NewDriverNotice } from './NewDriverNotice.tsx';
import { RequireAccess } from './RequireAccess.tsx';

const mockLoadProfile = jest.fn();
jest.mock('@kargo/shared-runtime/session-actions', () => ({
  loadProfile: () => mockLoadProfile(),
}));

const told = 'You are signed in as Ben Marsh now.';

beforeAll(writeConfiguration);
beforeEach(() => {
  mockLoadProfile.mockImplementation(async () =>
    startSession({ token: 'token-of-ben', loginUser: { name: 'Ben Marsh' } }),
  );
});
afterEach(() => act(() => endSession('ended-in-other-tab')));

async function openLink() {
  const { router } = renderAt(
    '/profile?magic_token=abc',
    <>
      <RequireAccess access={undefined}>
        <h1>The screen</h1>
      </RequireAccess>
      <NewDriverNotice />
    </>,
  );
  await act(async () => {});
  return router;
}

test("Another driver's link says who is signed in now, once", async () => {
  startSession({ token: 'token-of-ada', loginUser: null });
  const router = await openLink();
  expect(screen.getByText(told).parentElement).toHaveAttribute('aria-live', 'polite');
  await act(() => router.navigate('/about'));
  expect(screen.queryByText(told)).toBeNull();
  await act(() => router.navigate('/profile'));
  expect(screen.queryByText(told)).toBeNull();
});

test('It goes with that session', async () => {
  startSession({ token: 'token-of-ada', loginUser: null });
  await openLink();
  act(() => endSession('expired'));
  expect(screen.queryByText(told)).toBeNull();
});

test('Nothing is said where nobody was signed in before, nor of a link that did not work', async () => {
  await openLink();
  expect(screen.queryByText(told)).toBeNull();
  mockLoadProfile.mockImplementation(async () => endSession('profile-load-failed'));
  await openLink();
  expect(screen.queryByText(/You are signed in as/)).toBeNull();
});
