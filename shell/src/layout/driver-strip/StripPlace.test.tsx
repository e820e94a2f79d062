import { endSession, getSession, startSession } from '@kargo/shared-runtime/session';
import { FakeApi } from '@kargo/shared-runtime/testing/fake-api';
import { sampleDriver } from '@kargo/shared-types/api/sample-driver';
import { act, screen, waitFor } from '@testing-library/react';
import { renderAt, writeConfiguration } from '../../testing/render-at.tsx';
import { StripPlace } from './StripPlace.tsx';

let api: FakeApi;

beforeAll(async () => {
  writeConfiguration();
  // On a busy machine this takes longer than a test waits for the strip's call.
  await import('./DriverStrip.tsx');
});

beforeEach(() => {
  api = new FakeApi();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  act(() => endSession('logged-out'));
  api.remove();
});

const ada = { ...sampleDriver, name: 'Ada Field' };
const done = { ...ada, form_completed: true, onboarding_completed: true };

async function openAs(profile: object | 'no response', status = 200) {
  api.on('/verify', profile === 'no response' ? profile : { status, body: profile });
  startSession({ token: 'token-1', loginUser: null });
  renderAt('/', <StripPlace />);
  await waitFor(() => expect(api.sentTo('/verify')).toHaveLength(1));
  await act(async () => {});
}

test('A visitor sees nothing, and no call is made', async () => {
  renderAt('/', <StripPlace />);
  await act(async () => {});
  expect(screen.getByRole('status', { hidden: true })).toBeEmptyDOMElement();
  expect(api.requests).toEqual([]);
});

test.each([
  [ada, 'Finish your payout setup', 'Continue'],
  [{ ...ada, form_completed: true }, 'Finish your payout setup by e-mail', 'See how'],
  [
    { ...ada, onboarding_error: 'requirements.past_due' },
    'Payouts paused: Stripe needs more information',
    'See why',
  ],
  [{ ...ada, onboarding_error: 'rejected.fraud' }, 'Payouts are paused', 'See why'],
])('A driver (%#) sees what is next, with one way there', async (profile, text, action) => {
  await openAs(profile);
  expect(await screen.findByText('You are logged in as Ada Field')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/profile#payout-account');
  expect(screen.getByRole('link')).toHaveAccessibleName(action);
  expect(screen.getByRole('status')).toHaveTextContent(text);
});

test('A driver who is ready to be paid sees who is logged in, and no more', async () => {
  await openAs(done);
  expect(await screen.findByText('You are logged in as Ada Field')).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('A driver without a name sees the sentence without one', async () => {
  await openAs({ form_completed: false });
  expect(await screen.findByText('Finish your payout setup')).toBeVisible();
  expect(screen.getByText('You are logged in')).toBeVisible();
});

test('A known profile is not requested again', async () => {
  startSession({ token: 'token-1', loginUser: done });
  renderAt('/', <StripPlace />);
  expect(await screen.findByText('You are logged in as Ada Field')).toBeVisible();
  expect(api.requests).toEqual([]);
});

test.each([
  ['no response' as const, 200],
  [{ code: 'unavailable' }, 503],
  [{}, 403],
])(
  'When the profile cannot be read (%j, %i), the driver stays logged in',
  async (response, status) => {
    await openAs(response, status);
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(screen.getByText('You are logged in')).toBeVisible();
    expect(getSession().token).toBe('token-1');
  },
);

test('A session that is no longer valid ends', async () => {
  await openAs({ code: 'unauthorized' }, 401);
  await waitFor(() => expect(getSession().token).toBeNull());
  expect(screen.getByRole('status', { hidden: true })).toBeEmptyDOMElement();
});
