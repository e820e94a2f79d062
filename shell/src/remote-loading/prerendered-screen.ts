import type { ScreenId } from 'shared-types/page/screens';
import { remoteOf, screenAt } from '../routes.ts';
import { retryRemote } from './release-candidates.ts';
import { chosenRelease, type PrerenderedState, store, useReleases } from './release-records.ts';
import { prerenderedGivenUp, releaseFailed } from './release-transitions.ts';
import { forgetScreen, loadScreenEarly, type ScreenLoader } from './screen-component.ts';

/** The state of this screen, kept up to date; `as-rendered` for one that did not come with the page. */
export function usePrerenderedState(id: ScreenId): PrerenderedState {
  return useReleases(
    () => store.prerendered.get(id) ?? 'as-rendered',
    () => 'as-rendered',
  );
}

/**
 * A loader that does not fail the first time it loads the screen that came with the page, since React
 * would throw away the HTML that is there: another release is looked for, and drawn once it has been
 * loaded.
 */
export function keepingPrerendered(load: ScreenLoader): ScreenLoader {
  let awaited = screenAt(location.pathname);
  return async (id, release) => {
    if (id !== awaited) return load(id, release);
    awaited = undefined;
    try {
      return await load(id, release);
    } catch (error) {
      console.error(`Release ${release.version} of ${release.app} failed:`, error);
      releaseFailed(release);
      await redraw(id);
      return new Promise(() => {});
    }
  };
}

/** Looks once more for a release that a stuck screen can be drawn from. */
export async function retryScreen(id: ScreenId): Promise<void> {
  await retryRemote(remoteOf(id));
  await redraw(id);
}

async function redraw(id: ScreenId): Promise<void> {
  const release = chosenRelease(remoteOf(id));
  if (!release) return prerenderedGivenUp(id, 'stuck');
  try {
    // Before it is drawn, so that there is something to read all the time.
    forgetScreen(id, release);
    await loadScreenEarly(id, release);
    prerenderedGivenUp(id, 'redrawn');
  } catch (error) {
    console.error(`Release ${release.version} of ${release.app} failed:`, error);
    releaseFailed(release);
    await redraw(id);
  }
}
