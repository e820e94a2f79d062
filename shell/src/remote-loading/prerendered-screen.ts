import { useSyncExternalStore } from 'react';
import type { ScreenId } from 'shared-types/page/screens';
import { screenAt } from '../routes.ts';
import { chosenRelease, markFailed, retryRemote } from './release-health.ts';
import { remoteOf } from './remote-of.ts';
import { forgetScreen, loadScreenEarly, type ScreenLoader } from './screen-component.ts';

/**
 * What became of a screen whose HTML came with the page. It is `as-rendered` until its code takes it
 * over, and from then on. When that code does not load, it is `redrawn` from another release; with
 * none left it is `stuck`, and what the visitor reads stays.
 */
type Fate = 'as-rendered' | 'stuck' | 'redrawn';

const fates = new Map<ScreenId, Fate>();
const listeners = new Set<() => void>();

/** What became of this screen, kept up to date. */
export function useFate(id: ScreenId): Fate {
  return useSyncExternalStore(
    subscribe,
    () => fates.get(id) ?? 'as-rendered',
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
      forgetScreen(id, release);
      markFailed(release);
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

/** What stood there is gone: from now on the screen is drawn like any other. */
export function leaveScreen(id: ScreenId): void {
  decide(id, 'redrawn');
}

async function redraw(id: ScreenId): Promise<void> {
  const release = chosenRelease(remoteOf(id));
  if (!release) return decide(id, 'stuck');
  try {
    // Before it is drawn, so that there is something to read all the time.
    forgetScreen(id, release);
    await loadScreenEarly(id, release);
    decide(id, 'redrawn');
  } catch (error) {
    console.error(`Release ${release.version} of ${release.app} failed:`, error);
    markFailed(release);
    await redraw(id);
  }
}

function decide(id: ScreenId, fate: Fate): void {
  fates.set(id, fate);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
