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
  /** Undefined where the shell itself draws the page. */
  screen: ScreenId | undefined;
  /**
   * What the screen waits for; undefined where the release map is fresh, so that a screen that has been
   * loaded is drawn at once: React shows a placeholder for 300 ms at least.
   */
  isReady?: Promise<void> | undefined;
}

let latest: Navigation | undefined;

/**
 * Has each navigation take up what was published since the page was opened. One to the screen that
 * is shown already does not: another release of it would be another screen, without what was
 * entered into this one. Routes say in `handle` which screen they show.
 */
export function prepareNavigations(router: Router): void {
  latest = navigationOf(router.state);
  // Before the router's own component subscribes, and so before the navigation is drawn.
  router.subscribe((state) => {
    const { key, screen } = navigationOf(state);
    if (key === latest?.key) return;
    latest = { key, screen, isReady: preparation(screen) };
  });
}

/** What the screen at a history entry waits for, if for anything. */
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
