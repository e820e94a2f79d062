import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { use, useLayoutEffect } from 'react';
import { remoteOf, screenAt } from '../routes.ts';
import { isStyled, loadStyles } from './load-styles.ts';
import { refreshReleases, wasCurrentJustNow } from './release-map.ts';
import { navigated } from './release-transitions.ts';
import { loadNextScreen } from './screen-component.ts';
import { chosenRelease, runningShell, trackedRelease } from './tracked-releases.ts';

/** How long a page stays while the code of the next one loads. */
const patienceMs = 600;

interface Navigation {
  /** The router's key for the history entry. */
  key: string;
  /** Undefined where the shell itself renders the page. */
  screen: ScreenId | undefined;
  /**
   * The page waits for this promise while the one before stays; undefined if the release map is
   * fresh, and styles and code have loaded. A page without its code would show a placeholder, which
   * React keeps for at least 300 ms.
   */
  isReady?: Promise<void> | undefined;
}

/** The navigation that React renders, or rendered last. */
let latest: Navigation | undefined;

/** The navigation whose page is shown. React may render it again while it renders the next one. */
let shown: Navigation | undefined;

/**
 * At each navigation, fetches the release map, so that an open page switches to new releases, and
 * the code and styles of the screen. A navigation to the screen that is already shown fetches
 * nothing: another release would remount it and lose typed values. Use it once, above all screens.
 */
export function usePrepareNavigation(): void {
  const { key, pathname } = useLocationAtOnce();
  const navigation = navigationAt(key) ?? startNavigation(key, screenAt(pathname));
  if (navigation.isReady) use(navigation.isReady);
  useLayoutEffect(() => {
    shown = navigation;
  });
}

/** Returns the promise that a history entry's page waits for, if any. */
export function preparationOf(key: string): Promise<void> | undefined {
  return navigationAt(key)?.isReady;
}

function navigationAt(key: string): Navigation | undefined {
  return [shown, latest].find((navigation) => navigation?.key === key);
}

function startNavigation(key: string, screen: ScreenId | undefined): Navigation {
  // The first page came with its styles.
  const parts = latest ? [screen && preparation(screen), stylesOfShell()] : [];
  const promises = parts.filter((part) => part !== undefined);
  const isReady = promises.length > 1 ? Promise.all(promises).then(() => undefined) : promises[0];
  latest = { key, screen, isReady };
  return latest;
}

/** Loads the shell's own styles, as for a screen's placeholder; undefined if they have loaded. */
function stylesOfShell(): Promise<void> | undefined {
  const shell = runningShell();
  const release = shell && trackedRelease(shell).release;
  if (!release || isStyled(release)) return undefined;
  return Promise.race([loadStyles(release).catch(console.error), patience()]);
}

function preparation(screen: ScreenId): Promise<void> | undefined {
  const release = chosenRelease(remoteOf(screen));
  if (!latest) return undefined;
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

/** Loads a screen; undefined if it can be rendered at once. */
function loadScreen(screen: ScreenId, release: PageRelease): Promise<void> | undefined {
  const screenIsThere = loadNextScreen(screen, release);
  return screenIsThere && Promise.race([screenIsThere, patience()]);
}

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
