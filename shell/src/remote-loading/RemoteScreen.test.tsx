import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { releasePath } from 'shared-types/release-addresses';
import { renderAt } from '../testing/render-at.tsx';
import { RemoteScreen } from './RemoteScreen.tsx';
import { provideReleaseMap, type Release } from './releases.ts';
import { provideScreenLoader, type ScreenComponent } from './screen-component.ts';

/** Versions are never used twice: what failed once is remembered as long as the page is open. */
let count = 0;
let current: string;
let previous: string;

beforeEach(() => {
  count += 1;
  current = `${count}.1.0`;
  previous = `${count}.0.0`;
  publish([current, previous]);
  // React and the boundary tell the console what failed.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});

test('a screen of the current release is shown, in a region with its name and version', async () => {
  loadScreensWith(async () => Works);
  show();
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-remote', 'auth');
  expect(region).toHaveAttribute('data-release', current);
});

test('a release that does not load gives way to the one before', async () => {
  loadScreensWith(async ({ version }) => {
    if (version === current) throw new Error('Nobody answers');
    return Works;
  });
  show();
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-release', previous);
});

test('a release whose screen throws gives way too, and what stands around it stays', async () => {
  loadScreensWith(async ({ version }) => (version === current ? Throws : Works));
  show();
  const header = screen.getByText('Header');
  const region = (await screen.findByText('Works')).closest('[data-remote]');
  expect(region).toHaveAttribute('data-release', previous);
  expect(screen.getByText('Header')).toBe(header);
});

test('a screen that throws while somebody uses it gives way as well', async () => {
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
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Break' }));
  expect(await screen.findByText('Works')).toBeVisible();
});

test('where no release is left there is a message, with another try and a way home', async () => {
  loadScreensWith(async () => Throws);
  show();
  expect(await screen.findByTestId('remote-unavailable')).toBeVisible();
  expect(screen.getByText('Header')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/');
});

test('so it is for a remote that was never published', async () => {
  provideReleaseMap({ microFrontends: {} });
  const load = loadScreensWith(async () => Works);
  show();
  expect(await screen.findByTestId('remote-unavailable')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

test('"Try again" loads again from the very release that had failed', async () => {
  publish([current]);
  let isDown = true;
  const load = loadScreensWith(async () => {
    if (isDown) throw new Error('Nobody answers');
    return Works;
  });
  show();
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
});

function Works() {
  return <p>Works</p>;
}

function Throws(): never {
  throw new Error('planted');
}

function show() {
  return renderAt(
    '/login',
    <>
      <p>Header</p>
      <RemoteScreen id="auth/Login" />
    </>,
  );
}

/** Says what each release of the remote loads as its screen. */
function loadScreensWith(load: (release: Release) => Promise<ScreenComponent>) {
  const loader = jest.fn(async (_id: string, release: Release) => ({
    default: await load(release),
  }));
  provideScreenLoader(loader);
  return loader;
}

/** Has the map name these versions of auth, the current one first. */
function publish([version = '', before]: string[]): void {
  const addressOf = (each: string) => `${releasePath('auth', each)}remoteEntry.js`;
  const fallback = before ? { fallbackUrl: addressOf(before) } : {};
  provideReleaseMap({
    microFrontends: {
      'kargo/auth': [{ url: addressOf(version), ...fallback, metadata: { version } }],
    },
  });
}
