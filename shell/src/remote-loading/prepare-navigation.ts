import type { ScreenId } from 'shared-types/screens';
import { chosenRelease, resetRested } from './release-health.ts';
import { refreshReleases } from './release-map.ts';
import { remoteOf } from './remote-of.ts';

/** The navigation that was prepared last. The page's first carries a map that is fresh. */
let latest: { key: string; screen?: ScreenId; done?: Promise<void> | undefined } = {
  key: 'default',
};

/**
 * What a navigation to a screen waits for: the page takes up what was published since it was
 * opened. The first page waits for nothing. Neither does a navigation to the screen that is shown
 * already: another release of it would be another screen, without what was entered into this one.
 *
 * @param key the router's key of the location; the first page's is `default`
 */
export function prepareNavigation(key: string, screen: ScreenId): Promise<void> | undefined {
  const remote = remoteOf(screen);
  const isShown = latest.screen === screen && chosenRelease(remote) !== null;
  const isNew = latest.key !== key && !isShown;
  const done = isNew ? refreshReleases().then(() => resetRested(remote)) : latest.done;
  latest = { key, screen, done };
  return done;
}
