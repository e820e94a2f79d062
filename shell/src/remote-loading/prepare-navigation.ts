import { useLocation } from '@kargo/shared-runtime/router';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { use, useLayoutEffect } from 'react';
import { remoteOf, screenAt } from '../routes.ts';
import { refreshReleases, wasCurrentJustNow } from './release-candidates.ts';
import { chosenRelease, type Release } from './release-records.ts';
import { navigated } from './release-transitions.ts';
import { loadNextScreen } from './screen-component.ts';
import { loadScreenStyles, stylesCameWith } from './screen-styles.ts';

/** How long a page stays while the code of the next one loads. */
const patienceMs = 600;

interface Navigation {
  /** The router's key of the history entry. */
  key: string;
  /** Undefined where the shell itself renders the page. */
  screen: ScreenId | undefined;
  /**
   * Promise that the page waits for, while the one before stays; undefined if the candidates are fresh, and styles and
   * code there. A page that came without its code would show a placeholder, which React keeps for at least 300 ms.
   */
  isReady?: Promise<void> | undefined;
}

/** The navigation that React renders, or rendered last. */
let latest: Navigation | undefined;

/** The navigation whose page is shown. React may render it again while it renders the next one. */
let shown: Navigation | undefined;

/**
 * Fetches the candidates at each navigation, so that an open page switches to new releases, and what the screen is drawn
 * with. A navigation to the screen that is already shown does not: another release would mount it again and lose what
 * was entered. Use it once, above all screens.
 */
export function usePrepareNavigation(): void {
  const { key, pathname } = useLocation();
  const navigation = navigationAt(key) ?? startNavigation(key, screenAt(pathname));
  if (navigation.isReady) use(navigation.isReady);
  useLayoutEffect(() => {
    shown = navigation;
  });
}

/** Returns the promise that the page of a history entry waits for, if any. */
export function preparationOf(key: string): Promise<void> | undefined {
  return navigationAt(key)?.isReady;
}

function navigationAt(key: string): Navigation | undefined {
  return [shown, latest].find((navigation) => navigation?.key === key);
}

function startNavigation(key: string, screen: ScreenId | undefined): Navigation {
  latest = { key, screen, isReady: screen && preparation(screen) };
  return latest;
}

function preparation(screen: ScreenId): Promise<void> | undefined {
  const release = chosenRelease(remoteOf(screen));
  if (!latest) {
    if (release) stylesCameWith(screen, release);
    return undefined;
  }
  if (screen === latest.screen && release) return latest.isReady;
  if (release && wasCurrentJustNow(release)) return loadScreen(screen, release);
  return prepare(screen);
}

async function prepare(screen: ScreenId): Promise<void> {
  const remote = remoteOf(screen);
  await refreshReleases();
  navigated(remote);
  const release = chosenRelease(remote);
  if (release) await loadScreen(screen, release);
}

/** Loads what a screen is drawn with; returns undefined if that is there. */
function loadScreen(screen: ScreenId, release: Release): Promise<void> | undefined {
  const styles = loadScreenStyles(screen, release);
  const code = loadNextScreen(screen, release);
  return styles || code ? untilThere(styles, code) : undefined;
}

async function untilThere(styles?: Promise<void>, code?: Promise<void>): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.all([styles, Promise.race([code, patience])]);
}
