import { tellUnsent } from '@kargo/shared-runtime/layout';
import { endSession, startSession } from '@kargo/shared-runtime/session';
import { act, screen } from '@testing-library/react';
import { RequireAccess } from './access/RequireAccess.tsx';
import { Notices } from './Notices.tsx';
import { shellDeleted } from './remote-loading/release-transitions.ts';
import { renderAt, writeConfiguration } from './testing/render-at.tsx';

const mockLoadProfile = jest.fn();
jest.mock('@kargo/shared-runtime/session-actions', () => ({
  loadProfile: () => mockLoadProfile(),
}));

describe('The connection', () => {
  const away = "You're offline. We'll carry on when you're back.";
  const back = 'Back online.';

  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    await tell('online');
    jest.useRealTimers();
  });

  /** What the browser says, and whether the line works: if not, the site does not respond. */
  function setOnline(isOnline: boolean, works = isOnline) {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      if (!works) throw new TypeError('Failed to fetch');
      return new Response();
    });
  }

  async function show(isOnline: boolean, works = isOnline) {
    setOnline(isOnline, works);
    renderAt('/', <Notices />);
    await act(async () => {});
  }

  async function tell(event: 'online' | 'offline', works = event === 'online') {
    setOnline(event === 'online', works);
    await act(async () => window.dispatchEvent(new Event(event)));
  }

  test('Nothing is said while online, in an element that screen readers already know', async () => {
    await show(true);
    await tell('online');
    expect(document.querySelector('[aria-live=polite]')).toBeEmptyDOMElement();
  });

  test('Nothing is said on a working line, whatever the browser says', async () => {
    await show(false, true);
    await tell('offline', true);
    expect(document.querySelector('[aria-live=polite]')).toBeEmptyDOMElement();
  });

  test('A lost connection is reported, and its return for a moment', async () => {
    await show(true);
    await tell('offline');
    expect(screen.getByText(away).closest('[aria-live=polite]')).not.toBeNull();
    await tell('online');
    expect(screen.queryByText(away)).toBeNull();
    expect(screen.getByText(back)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(3999));
    expect(screen.getByText(back)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText(back)).toBeNull();
  });

  test('A page that starts without a connection says so', async () => {
    await show(false);
    expect(screen.getByText(away)).toBeInTheDocument();
  });

  test('After something was not sent nothing more is promised, until the next time', async () => {
    await show(false);
    act(tellUnsent);
    expect(screen.queryByText(away)).toBeNull();
    expect(screen.getByText("You're offline. Nothing was sent.")).toBeInTheDocument();
    await tell('online');
    expect(screen.getByText('Back online. You can try again now.')).toBeInTheDocument();
    await tell('offline');
    expect(screen.getByText(away)).toBeInTheDocument();
  });

  test('A connection that is lost again at once is reported as lost', async () => {
    await show(false);
    await tell('online');
    await tell('offline');
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByText(away)).toBeInTheDocument();
  });
});

describe('Another driver', () => {
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
        <Notices />
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

  test('A driver without a name is announced too', async () => {
    startSession({ token: 'token-of-ada', loginUser: null });
    mockLoadProfile.mockImplementation(async () =>
      startSession({ token: 'token-of-ben', loginUser: { name: '' } }),
    );
    await openLink();
    expect(screen.getByText('You are signed in as another driver now.')).toBeInTheDocument();
  });

  test('The notice ends with that session', async () => {
    startSession({ token: 'token-of-ada', loginUser: null });
    await openLink();
    act(() => endSession('expired'));
    expect(screen.queryByText(told)).toBeNull();
  });

  test('Nothing is said if nobody was signed in before, or the link did not work', async () => {
    await openLink();
    expect(screen.queryByText(told)).toBeNull();
    mockLoadProfile.mockImplementation(async () => endSession('profile-load-failed'));
    await openLink();
    expect(screen.queryByText(/You are signed in as/)).toBeNull();
  });
});

test('Once a part of the shell is gone, a notice offers to reload', () => {
  renderAt('/', <Notices />);
  expect(screen.queryByText('A new version is ready.')).toBeNull();
  act(() => shellDeleted({ app: 'shell', version: '1.0.0' }));
  const notice = screen.getByText('A new version is ready.');
  expect(notice.parentElement).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});
