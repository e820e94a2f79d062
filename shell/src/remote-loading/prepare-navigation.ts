import { hasStyleMaker } from '@kargo/shared-runtime/element-styles';
import { loadStyleMaker } from '@kargo/shared-runtime/load-style-maker';
import { useLocation } from '@kargo/shared-runtime/router';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { useLayoutEffect } from 'react';
import { remoteOf, screenAt } from '../routes.ts';
import { refreshReleases, wasCurrentJustNow } from './release-candidates.ts';
import { chosenRelease } from './release-records.ts';
import { navigated } from './release-transitions.ts';

interface Navigation {
  /** The router's key of the history entry. */
  key: string;
  /** Undefined where the shell itself renders the page. */
  screen: ScreenId | undefined;
  /**
   * Promise that the screen waits for; undefined if the candidates are fresh, so that a loaded screen is
   * rendered at once: React shows a placeholder for at least 300 ms.
   */
  isReady?: Promise<void> | undefined;
}

/** The navigation that React renders, or rendered last. */
let latest: Navigation | undefined;

/** The navigation whose page is shown. React may render it again while it renders the next one. */
let shown: Navigation | undefined;

/**
 * Fetches the candidates at each navigation, so that an open page switches to new releases. A navigation to the
 * screen that is already shown does not: another release would mount it again and lose what was entered. Use it
 * once, above all screens.
 */
export function usePrepareNavigation(): void {
  const { key, pathname } = useLocation();
  const navigation = navigationAt(key) ?? startNavigation(key, screenAt(pathname));
  useLayoutEffect(() => {
    shown = navigation;
  });
}

/** Returns the promise that the screen at a history entry waits for, if any. */
export function preparationOf(key: string): Promise<void> | undefined {
  return navigationAt(key)?.isReady;
}

/** Resolves when the candidates for the page's screen are known. */
export const navigationPrepared = async () => latest?.isReady;

function navigationAt(key: string): Navigation | undefined {
  return [shown, latest].find((navigation) => navigation?.key === key);
}

function startNavigation(key: string, screen: ScreenId | undefined): Navigation {
  const isReady = latest && preparation(screen);
  latest = { key, screen, isReady };
  return latest;
}

function preparation(screen: ScreenId | undefined): Promise<void> | undefined {
  if (!screen) return undefined;
  const remote = remoteOf(screen);
  const release = chosenRelease(remote);
  if (screen === latest?.screen && release) return latest.isReady;
  // Another screen has styles that the page does not have.
  const styled = hasStyleMaker() ? undefined : loadStyleMaker();
  if (release && wasCurrentJustNow(release)) return styled;
  return Promise.all([refreshReleases(), styled]).then(() => navigated(remote));
}
