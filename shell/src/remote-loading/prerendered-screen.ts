import type { ScreenId } from '@kargo/shared-types/page/screens';
import { remoteOf, screenAt } from '../routes.ts';
import { giveUp } from './give-up.ts';
import { retryRemote } from './release-map.ts';
import { prerenderedGivenUp } from './release-transitions.ts';
import { forgetScreen, loadScreenEarly, type ScreenLoader } from './screen-component.ts';
import { chosenRelease, type PrerenderedState, store, useReleases } from './tracked-releases.ts';

/** Returns the state of this screen; `as-rendered` also for a screen that was not prerendered. */
export function usePrerenderedState(id: ScreenId): PrerenderedState {
  return useReleases(
    () => store.prerendered.get(id) ?? 'as-rendered',
    () => 'as-rendered',
  );
}

/**
 * Wraps a loader so that the first load of the prerendered screen never fails, since React would
 * then remove its HTML. Instead, another release is loaded, and rendered once it has arrived.
 */
export function keepingPrerendered(load: ScreenLoader): ScreenLoader {
  let prerendered = screenAt(location.pathname);
  return async (id, release) => {
    if (id !== prerendered) return load(id, release);
    prerendered = undefined;
    try {
      return await load(id, release);
    } catch (error) {
      giveUp(release, error);
      await replaceScreen(id);
      return new Promise(() => {});
    }
  };
}

/** Resolves when the code of the page's screen has loaded, or its HTML is given up. */
export async function pageScreenSettled(): Promise<void> {
  const id = screenAt(location.pathname);
  const release = id && chosenRelease(remoteOf(id));
  if (!release) return;
  await new Promise<void>((resolve) => {
    store.listeners.add(() => store.prerendered.has(id) && resolve());
    void loadScreenEarly(id, release).then(resolve, resolve);
  });
}

/** Tries again to load a stuck screen from any release. */
export async function retryScreen(id: ScreenId): Promise<void> {
  await retryRemote(remoteOf(id));
  await replaceScreen(id);
}

async function replaceScreen(id: ScreenId): Promise<void> {
  const release = chosenRelease(remoteOf(id));
  if (!release) return prerenderedGivenUp(id, 'stuck');
  try {
    // Loads it before rendering, so that the old HTML can be read until then.
    forgetScreen(id, release);
    await loadScreenEarly(id, release);
    prerenderedGivenUp(id, 'replaced');
  } catch (error) {
    giveUp(release, error);
    await replaceScreen(id);
  }
}
