import type { createBrowserRouter } from 'shared-runtime/router';
import type { ScreenId } from 'shared-types/page/screens';
import { remoteOf } from '../routes.ts';
import { refreshReleases, wasCurrentJustNow } from './release-candidates.ts';
import { chosenRelease } from './release-records.ts';
import { navigated } from './release-transitions.ts';

type Router = ReturnType<typeof createBrowserRouter>;

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

let latest: Navigation | undefined;

/**
 * Fetches the candidates at each navigation, so that an open page switches to new releases. A navigation
 * to the screen that is already shown does not: another release would mount it again and lose what was
 * entered. A route's `handle` is the id of its screen.
 */
export function prepareNavigations(router: Router): void {
  latest = navigationOf(router.state);
  // Subscribed before the router's own component, and so called before it renders the navigation.
  router.subscribe((state) => {
    const { key, screen } = navigationOf(state);
    if (key === latest?.key) return;
    latest = { key, screen, isReady: preparation(screen) };
  });
}

/** Returns the promise that the screen at a history entry waits for, if any. */
export function preparationOf(key: string): Promise<void> | undefined {
  return latest?.key === key ? latest.isReady : undefined;
}

function navigationOf({ location, matches }: Router['state']): Navigation {
  return { key: location.key, screen: matches.at(-1)?.route.handle };
}

function preparation(screen: ScreenId | undefined): Promise<void> | undefined {
  if (!screen) return undefined;
  const remote = remoteOf(screen);
  const release = chosenRelease(remote);
  if (screen === latest?.screen && release) return latest.isReady;
  if (release && wasCurrentJustNow(release)) return undefined;
  return refreshReleases().then(() => navigated(remote));
}
