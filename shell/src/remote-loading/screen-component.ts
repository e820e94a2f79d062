import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { lazy } from 'react';
import { type ScreenCode, trackedRelease } from './tracked-releases.ts';

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
 * Returns a component that loads the screen from this release on its first render. React keeps a
 * failed load; `forgetScreen` makes the next call load again.
 */
export function screenComponent(id: ScreenId, release: PageRelease) {
  const { screens } = trackedRelease(release);
  const known = screens.get(id);
  if (known?.name === 'renderable') return known.component;
  // Code that is loading already: by the time React renders, the release may have failed.
  const component = lazy(() => known?.code ?? loadOnce(id, release));
  screens.set(id, { name: 'renderable', component, code: known?.code });
  return component;
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
  const code = loadOnce(id, release);
  try {
    await keepComponent(id, release, code);
  } catch (error) {
    if (isWaitedFor(id, release, code)) forgetScreen(id, release);
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
  if (trackedRelease(release).screens.get(id)?.name === 'renderable') return undefined;
  return keepComponent(id, release, loadOnce(id, release)).catch(() => undefined);
}

async function keepComponent(id: ScreenId, release: PageRelease, code: ScreenCode) {
  const { default: component } = await code;
  if (isWaitedFor(id, release, code))
    trackedRelease(release).screens.set(id, { name: 'renderable', component });
}

/** False if the screen has been rendered, and would be remounted, or if the release has failed. */
function isWaitedFor(id: ScreenId, release: PageRelease, code: ScreenCode): boolean {
  const known = trackedRelease(release).screens.get(id);
  return known?.name === 'loading-early' && known.code === code;
}

/** Deletes the code, or the failure, that is kept for this screen. */
export function forgetScreen(id: ScreenId, release: PageRelease): void {
  trackedRelease(release).screens.delete(id);
}

/** Loads a screen; calls while it is loading share one request. */
function loadOnce(id: ScreenId, release: PageRelease): ScreenCode {
  const { screens } = trackedRelease(release);
  const known = screens.get(id);
  const code = known?.code ?? load(id, release);
  code.catch((error) => loadErrors.add(error));
  screens.set(id, known ? { ...known, code } : { name: 'loading-early', code });
  return code;
}
