import type { PageRelease, ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState } from 'react';
import { renderAt } from '../testing/render-at.tsx';
import { Pending, PendingNote } from './Pending.tsx';
import { usePrepareNavigation } from './prepare-navigation.ts';
import { RemoteScreen } from './RemoteScreen.tsx';
import { releaseMapArrived } from './release-transitions.ts';
import { provideScreenLoader } from './screen-component.ts';
import type { ScreenComponent } from './tracked-releases.ts';

/** No version is used twice, since a page remembers which have failed. */
let count = 0;
let current: string;
let previous: string;

beforeEach(() => {
  count += 1;
  current = `${count}.1.0`;
  previous = `${count}.0.0`;
  publish([current, previous]);
  // React and the boundary log failures.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});

test('a screen of the current release is shown, in a region with its name and version', async () => {
  loadScreensWith(async () => Works);
  await show();
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-remote', 'auth');
  expect(region).toHaveAttribute('data-release', current);
});

test('a release that does not load gives way to the one before', async () => {
  loadScreensWith(async ({ version }) => {
    if (version === current) throw new Error('Nobody answers');
    return Works;
  });
  await show();
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-release', previous);
});

test('a release whose screen throws gives way too, below the same header', async () => {
  loadScreensWith(async ({ version }) => (version === current ? Throws : Works));
  await show();
  const header = screen.getByText('Header');
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-release', previous);
  expect(screen.getByText('Header')).toBe(header);
  expect(document.title).toBe(`Log in ${previous}`);
});

test('a screen that throws while in use gives way as well', async () => {
  function ThrowsLater() {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error('Too late');
    return (
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    );
  }
  loadScreensWith(async ({ version }) => (version === current ? ThrowsLater : Works));
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Break' }));
  expect(await screen.findByText('Works')).toBeVisible();
});

test('if no release is left there is a message, with "Try again" and a way home', async () => {
  loadScreensWith(async () => Throws);
  await show();
  expect(await screen.findByTestId('remote-unavailable')).toBeVisible();
  expect(screen.getByText('Header')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/');
  expect(document.title).toBe(`Log in ${current}`);
});

test('if another shell has been published, the page has to be reloaded', async () => {
  loadScreensWith(async () => Throws);
  await show();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  serverHas([current, previous], '2.0.0');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'A new version is ready' })).toBeVisible();
});

test('there is a message for a remote that was never published', async () => {
  releaseMapArrived({});
  const load = loadScreensWith(async () => Works);
  await show();
  expect(await screen.findByTestId('remote-unavailable')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  expect(document.title).toBe('Kargo');
});

test('a link to the open page leaves the screen and its entries as they are', async () => {
  loadScreensWith(async () => Form);
  const { router } = await show();
  await userEvent.type(await screen.findByRole('textbox'), 'Ada');
  const fetch = serverHas(['9.9.9', current]);
  await act(() => router.navigate('/login#contact'));
  await act(() => router.navigate('/login'));
  expect(screen.getByRole('textbox')).toHaveValue('Ada');
  expect(fetch).not.toHaveBeenCalled();
});

test('if no release is left, a link to the open page tries again', async () => {
  loadScreensWith(async ({ version }) => (version === '9.9.8' ? Works : Throws));
  const { router } = await show();
  await screen.findByTestId('remote-unavailable');
  serverHas(['9.9.8', current]);
  await act(() => router.navigate('/login'));
  expect(await screen.findByText('Works')).toBeVisible();
});

test('"Try again" loads the release that has failed again', async () => {
  publish([current]);
  let isDown = true;
  const load = loadScreensWith(async () => {
    if (isDown) throw new Error('Nobody answers');
    return Works;
  });
  await show();
  await screen.findByTestId('remote-unavailable');
  expect(load).toHaveBeenCalledTimes(1);

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.getByTestId('remote-unavailable')).toBeVisible());

  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-release', current);
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.getByRole('heading', { name: 'Works' })).toHaveFocus();
});

test('the window gets the title of the release together with its screen', async () => {
  document.title = 'Before';
  let arrive: (component: ScreenComponent) => void = () => {};
  loadScreensWith(() => new Promise((resolve) => (arrive = resolve)));
  await show();
  expect(document.title).toBe('Before');
  await act(async () => arrive(ReadsTitle));
  // Read in an effect of the screen, which may add to it.
  expect(screen.getByText(`Log in ${current}`)).toBeVisible();
});

test('a fallback without titles has that of the current release', async () => {
  const { auth = [] } = releaseMapFor([current]);
  const older = { url: `${releasePath('auth', previous)}remoteEntry.js`, version: previous };
  releaseMapArrived({ auth: [...auth, older] });
  loadScreensWith(async ({ version }) => (version === current ? Throws : Works));
  await show();
  await screen.findByText('Works');
  expect(document.title).toBe(`Log in ${current}`);
});

describe('while a screen loads', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('a note says so after a second, in an element that was there before', () => {
    render(<PendingNote />);
    const note = screen.getByRole('status');
    act(() => jest.advanceTimersByTime(999));
    expect(note).toBeEmptyDOMElement();
    act(() => jest.advanceTimersByTime(1));
    expect(note).toHaveTextContent('Loading…');
  });

  test('a placeholder that gives way to another one does not end the note', () => {
    const changes: boolean[] = [];
    function Page({ of }: { of: string | null }) {
      return of && <Pending key={of} ground="ink.950" onChange={(value) => changes.push(value)} />;
    }
    const { rerender } = render(<Page of="first" />);
    expect(changes).toEqual([true]);
    rerender(<Page of="second" />);
    expect(changes.at(-1)).toBe(true);
    rerender(<Page of={null} />);
    expect(changes.at(-1)).toBe(false);
  });
});

function ReadsTitle() {
  const [title, setTitle] = useState('');
  useLayoutEffect(() => setTitle(document.title), []);
  return <p>{title}</p>;
}

function Works() {
  return <h1>Works</h1>;
}

function Form() {
  return <input />;
}

function Throws(): never {
  throw new Error('planted');
}

/** Opens the page, and waits for its screen. */
function show() {
  return act(async () => renderAt('/login', <Site />));
}

function Site() {
  usePrepareNavigation();
  return (
    <>
      <p>Header</p>
      <RemoteScreen id="auth/Login" />
    </>
  );
}

/** Sets what each release of the remote loads as its screen. */
function loadScreensWith(load: (release: PageRelease) => Promise<ScreenComponent>) {
  const loader = jest.fn(async (_id: string, release: PageRelease) => ({
    default: await load(release),
  }));
  provideScreenLoader(loader);
  return loader;
}

/** Tells the page about these versions of auth, the current one first. */
function publish(versions: string[]): void {
  releaseMapArrived(releaseMapFor(versions));
}

/** Makes the server respond with this map. */
function serverHas(versions: string[], shell?: string) {
  const fetch = jest.spyOn(globalThis, 'fetch');
  fetch.mockClear();
  return fetch.mockImplementation(async () => Response.json(releaseMapFor(versions, shell)));
}

function releaseMapFor(versions: string[], shell = '1.0.0'): ReleaseMap {
  return {
    shell: [{ url: `${releasePath('shell', shell)}main.js`, version: shell }],
    auth: versions.map((version) => ({
      url: `${releasePath('auth', version)}remoteEntry.js`,
      version,
      titles: { Login: `Log in ${version}` },
    })),
  };
}
