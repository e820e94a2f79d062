import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { lazy } from 'react';
import { type ScreenCode, type TrackedScreen, trackedRelease } from './tracked-releases.ts';

export type ScreenLoader = (id: ScreenId, release: PageRelease) => ScreenCode;

const loadErrors = new Set<unknown>();

/** Whether this error kept a screen from loading; otherwise the screen itself threw it. */
export const didNotLoad = (error: unknown) => loadErrors.has(error);

let load: ScreenLoader = () => Promise.reject(new Error('No screen loader was provided'));

/** Sets how screens are loaded: by federation in the browser, from Node bundles in Node. */
export function provideScreenLoader(loader: ScreenLoader): void {
  load = loader;
}

/**
 * Returns the component of a screen of this release, which waits for its code if that is loading.
 * React keeps a failed load; `forgetScreen` makes the next call load again.
 */
export function screenComponent(id: ScreenId, release: PageRelease) {
  const screen = trackedScreen(id, release);
  screen.component ??= lazy(() => screen.code);
  return screen.component;
}

/** Whether a screen was rendered from this release, or is being loaded early. */
export const isScreenKnown = (id: ScreenId, release: PageRelease) =>
  trackedRelease(release).screens.has(id);

/**
 * Loads a screen before it is rendered, so that its first render shows it at once.
 *
 * @throws when it does not load; the next call tries again, unless the screen has been rendered
 */
export async function loadScreenEarly(id: ScreenId, release: PageRelease): Promise<void> {
  const screen = trackedScreen(id, release);
  try {
    await keepComponent(screen);
  } catch (error) {
    const isKept = trackedRelease(release).screens.get(id) === screen;
    if (isKept && !screen.component) forgetScreen(id, release);
    throw error;
  }
}

/**
 * Loads a screen that is about to be rendered.
 *
 * @returns a promise that resolves when the screen has loaded, or has failed to, which its render
 * then throws; undefined if it can be rendered at once
 */
export function loadNextScreen(id: ScreenId, release: PageRelease): Promise<void> | undefined {
  const screen = trackedScreen(id, release);
  return screen.component ? undefined : keepComponent(screen).catch(() => undefined);
}

/** A screen that has been rendered by now keeps its component: another would remount it. */
async function keepComponent(screen: TrackedScreen): Promise<void> {
  const { default: component } = await screen.code;
  screen.component ??= component;
}

/** Deletes the code, or the failure, that is kept for this screen. */
export function forgetScreen(id: ScreenId, release: PageRelease): void {
  trackedRelease(release).screens.delete(id);
}

/** Returns a screen, whose code begins to load if it is new. */
function trackedScreen(id: ScreenId, release: PageRelease): TrackedScreen {
  const { screens } = trackedRelease(release);
  const known = screens.get(id);
  if (known) return known;
  const screen: TrackedScreen = { code: load(id, release) };
  screen.code.catch((error) => loadErrors.add(error));
  screens.set(id, screen);
  return screen;
}
