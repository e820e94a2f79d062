import { act, configure, screen } from '@testing-library/react';
import { Component, type ComponentType, useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { Pages } from './Pages.tsx';
import { releaseMapArrived } from './remote-loading/release-transitions.ts';
import { provideScreenLoader } from './remote-loading/screen-component.ts';
import { renderAt, writeConfiguration } from './testing/render-at.tsx';

const throwPlanted = () => {
  throw new Error('planted');
};

function InCleanUp() {
  useEffect(() => throwPlanted, []);
  return null;
}

function InLayoutCleanUp() {
  useLayoutEffect(() => throwPlanted, []);
  return null;
}

class OnUnmount extends Component {
  override componentWillUnmount = throwPlanted;
  override render = () => null;
}

const parts: Record<string, ComponentType> = {
  'in the clean-up of an effect': InCleanUp,
  'in the clean-up of a layout effect': InLayoutCleanUp,
  'while it unmounts': OnUnmount,
  'in a portal': () => createPortal(<InCleanUp />, document.body),
  'in two places': () => (
    <>
      <InCleanUp />
      <OnUnmount />
    </>
  ),
};

let version = 0;

beforeAll(writeConfiguration);

beforeEach(() => {
  // No version is used twice, since a page remembers which have failed.
  version += 1;
  const releases = [{ url: `/releases/it/${version}/remoteEntry.js`, version: `${version}` }];
  const releaseMap = { marketing: releases, auth: releases, profile: releases };
  releaseMapArrived(releaseMap);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(releaseMap));
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

for (const [where, Part] of Object.entries(parts)) {
  test(`A screen that throws ${where} gives way to the next, in the same and in another layout`, async () => {
    loadScreensWith(Part);
    const { router } = await act(async () => renderAt('/about', <Pages />));
    const header = screen.getByRole('banner');
    expectScreen('marketing/About');

    await act(async () => router.navigate('/stripe-success'));
    expectScreen('profile/StripeSuccess');
    expect(screen.getByRole('banner')).toBe(header);

    await act(async () => router.navigate('/about'));
    expectScreen('marketing/About');

    await act(async () => router.navigate('/login'));
    expectScreen('auth/Login');

    await act(async () => router.navigate('/about'));
    expectScreen('marketing/About');
    // Otherwise the end of the test would unmount the screen.
    await act(async () => router.navigate('/nowhere'));
  });
}

test('Under strict effects, which remount a screen, it fails alone', async () => {
  configure({ reactStrictMode: true });
  loadScreensWith(InCleanUp);
  const { router } = await act(async () => renderAt('/about', <Pages />));
  configure({ reactStrictMode: false });
  expect(screen.getByTestId('remote-unavailable')).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  loadScreensWith(() => null);
  await act(async () => router.navigate('/login'));
  expectScreen('auth/Login');
});

/** Each screen has its id as a heading, and this part. */
function loadScreensWith(Part: ComponentType): void {
  provideScreenLoader(async (id) => ({
    default: () => (
      <>
        <h1>{id}</h1>
        <Part />
      </>
    ),
  }));
}

function expectScreen(id: string): void {
  expect(screen.getByRole('heading', { level: 1, name: id })).toBeVisible();
  expect(screen.queryByText('This page stopped working')).toBeNull();
  expect(document.querySelector('[data-release]')).toHaveAttribute('data-release', `${version}`);
}
