import { endSession, startSession } from '@kargo/shared-runtime/session';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { renderAt } from '../testing/render-at.tsx';
import { startPrefetching } from './prefetch.ts';
import { wasCurrentJustNow } from './release-map.ts';
import { releaseFailed, releaseMapArrived } from './release-transitions.ts';
import {
  forgetScreen,
  isScreenKnown,
  loadScreenEarly,
  provideScreenLoader,
  screenComponent,
} from './screen-component.ts';
import { chosenRelease } from './tracked-releases.ts';

jest.mock('@kargo/shared-runtime/configuration', () => ({ getConfiguration: () => ({}) }));

let load: jest.Mock;
let stop: () => void;

let published: string;

beforeEach(() => {
  releaseMapArrived({
    auth: [{ url: '/releases/auth/1/remoteEntry.js', version: '1' }],
    profile: [{ url: '/releases/profile/1/remoteEntry.js', version: '1' }],
  });
  wasCurrentJustNow({ app: 'auth', version: '1' });
  published = '1';
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const releases = [{ url: '/there.js', version: published }];
    return Response.json({ auth: releases, profile: releases });
  });
  load = jest.fn(async () => ({ default: () => <p>Here at once</p> }));
  provideScreenLoader(load);
  stop = startPrefetching();
});

afterEach(() => {
  stop();
  forgetScreen('auth/Login', release());
  Object.assign(navigator, { connection: undefined });
});

const release = () => {
  const chosen = chosenRelease('auth');
  if (!chosen) throw new Error('No release');
  return chosen;
};

const show = (href: string) => renderAt('/', <a href={href}>Go on</a>);
const point = () => act(async () => fireEvent.pointerOver(screen.getByRole('link')));

/** Draws a screen as a click would. */
const draw = (Screen: ComponentType) =>
  act(async () =>
    renderAt(
      '/',
      <Suspense fallback="Waiting">
        <Screen />
      </Suspense>,
    ),
  );

/** Has the screen load until the returned function is called. */
function loadSlowly(text: string) {
  let arrive = (_screen: { default: () => ReactNode }) => {};
  load.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  return () => act(async () => arrive({ default: () => <p>{text}</p> }));
}

test.each(['pointerOver', 'focusIn'] as const)(
  '%s on a link loads its screen, once',
  async (sign) => {
    show('/Login?again');
    const link = screen.getByRole('link');
    await act(async () => fireEvent[sign](link));
    await act(async () => fireEvent[sign](link));
    expect(load).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledWith('auth/Login', release());

    await draw(screenComponent('auth/Login', release()));
    expect(screen.getByText('Here at once')).toBeInTheDocument();
  },
);

test.each(['/nowhere', 'https://other.example/login', 'mailto:a@kargo.example'])(
  'a link to %s loads nothing',
  async (href) => {
    show(href);
    await point();
    expect(load).not.toHaveBeenCalled();
  },
);

test('a visitor who saves data loads nothing before the click', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  show('/login');
  await point();
  expect(load).not.toHaveBeenCalled();
});

test('the entry script is fetched while the server confirms that the release is current', () => {
  releaseMapArrived({ auth: [{ url: '/releases/auth/8/remoteEntry.js', version: '8' }] });
  show('/login');
  fireEvent.pointerOver(screen.getByRole('link'));
  const asked = jest.mocked(fetch).mock.calls.map(([address]) => address);
  expect(asked).toEqual([release().url, '/releases/release-map.json']);
});

test('the fallback of a silent release is fetched too, as after a click', async () => {
  jest.useFakeTimers();
  const urls = ['10', '9'].map((it) => `http://localhost/releases/auth/${it}/remoteEntry.js`);
  releaseMapArrived({ auth: urls.map((url) => ({ url, version: url.split('/')[5] ?? '' })) });
  const respond = jest.mocked(fetch).getMockImplementation();
  jest
    .mocked(fetch)
    .mockImplementation(async (address) =>
      urls.includes(`${address}`) ? new Promise(() => undefined) : (respond?.(address) as never),
    );
  show('/login');
  fireEvent.pointerOver(screen.getByRole('link'));
  await jest.advanceTimersByTimeAsync(1000);
  jest.useRealTimers();
  const asked = jest.mocked(fetch).mock.calls.map(([address]) => address);
  expect(asked).toEqual([urls[0], '/releases/release-map.json', urls[1]]);
});

test('neither a release that is no longer current is loaded, nor its successor', async () => {
  show('/login');
  published = '2';
  await point();
  expect(load).not.toHaveBeenCalled();
  expect(release().version).toBe('1');
});

test('a click while it is loading shows what is loading, and loads nothing else', async () => {
  show('/login');
  const arrive = loadSlowly('Here after all');
  await point();
  const Screen = screenComponent('auth/Login', release());
  await draw(Screen);
  await arrive();
  expect(screen.getByText('Here after all')).toBeInTheDocument();
  expect(screenComponent('auth/Login', release())).toBe(Screen);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a release that fails while React renders its screen does not run its scripts again', async () => {
  loadSlowly('Never');
  const failing = { app: 'auth', version: '2.0.0', url: 'http://localhost/entry.js' };
  void loadScreenEarly('auth/Login', failing);
  const Screen = screenComponent('auth/Login', failing);
  releaseFailed(failing);
  await draw(Screen);
  expect(screen.getByText('Waiting')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a screen that does not load is tried again later', async () => {
  show('/login');
  load.mockRejectedValueOnce(new Error('Nobody answers'));
  await point();
  await point();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a screen that arrives after its release has failed is not kept', async () => {
  releaseMapArrived({ auth: [{ url: '/releases/auth/9/remoteEntry.js', version: '9' }] });
  published = '9';
  const failing = release();
  const arrive = loadSlowly('Too late');
  show('/login');
  await point();
  expect(isScreenKnown('auth/Login', failing)).toBe(true);
  act(() => releaseFailed(failing));
  await arrive();
  expect(isScreenKnown('auth/Login', failing)).toBe(false);
  releaseMapArrived({ auth: [{ url: '/releases/auth/1/remoteEntry.js', version: '1' }] });
});

describe('when the page is idle', () => {
  afterEach(() => Object.assign(window, { requestIdleCallback: undefined }));

  /** Starts on a line of this speed, in a browser that is idle at once. */
  async function startOn(connection: object | undefined): Promise<void> {
    stop();
    Object.assign(navigator, { connection });
    Object.assign(window, { requestIdleCallback: (callback: () => void) => callback() });
    await act(async () => {
      stop = startPrefetching();
    });
  }

  test('on a fast connection a visitor gets the login', async () => {
    await startOn({ downlink: 10 });
    expect(load.mock.calls).toEqual([['auth/Login', release()]]);
  });

  test('on a fast connection a driver who is signed in gets the profile', async () => {
    startSession({ token: 'token', loginUser: null });
    await startOn({ downlink: 10 });
    endSession('ended-in-other-tab');
    expect(load.mock.calls).toEqual([['profile/Profile', chosenRelease('profile')]]);
  });

  test.each([
    ['a page on a slow line', { downlink: 1.6 }],
    ['a browser that saves data', { downlink: 10, saveData: true }],
    ['a browser that reports nothing about its line', undefined],
  ])('%s loads nothing', async (_what, connection) => {
    await startOn(connection);
    expect(load).not.toHaveBeenCalled();
  });
});
