import { lazy } from 'react';
import type { ScreenId } from 'shared-types/page/screens';
import { type Release, recordOf, type ScreenComponent } from './release-records.ts';

/** Loads a screen from a release of its remote. */
export type ScreenLoader = (
  id: ScreenId,
  release: Release,
) => Promise<{ default: ScreenComponent }>;

let load: ScreenLoader = () => Promise.reject(new Error('No screen loader was provided'));

/** Says how screens are loaded: by federation in the browser, from Node bundles in Node. */
export function provideScreenLoader(loader: ScreenLoader): void {
  load = loader;
}

/**
 * The screen as a component that loads itself from this release when first drawn. React keeps a
 * failed load for ever; `forgetScreen` lets the next call load again.
 */
export function screenComponent(id: ScreenId, release: Release): ScreenComponent {
  const { screens } = recordOf(release);
  const known = screens.get(id);
  if (known?.name === 'drawable') return known.component;
  const component = lazy(() => loadOnce(id, release));
  screens.set(id, { name: 'drawable', component, code: known?.code });
  return component;
}

/** Whether a screen was drawn from this release, or is loaded early. */
export const isScreenKnown = (id: ScreenId, release: Release) => recordOf(release).screens.has(id);

/**
 * Loads a screen before it is drawn, so that it is drawn at once.
 *
 * @throws when it does not load; unless it is drawn meanwhile, it is loaded anew the next time
 */
export async function loadScreenEarly(id: ScreenId, release: Release): Promise<void> {
  const { screens } = recordOf(release);
  const isDrawable = () => screens.get(id)?.name === 'drawable';
  try {
    const { default: component } = await loadOnce(id, release);
    // If it was drawn meanwhile, it would be drawn anew.
    if (!isDrawable()) screens.set(id, { name: 'drawable', component });
  } catch (error) {
    if (!isDrawable()) screens.delete(id);
    throw error;
  }
}

/** Forgets what was loaded, or failed to load, for this screen. */
export function forgetScreen(id: ScreenId, release: Release): void {
  recordOf(release).screens.delete(id);
}

/** Whoever asks for a screen that is being loaded gets the same. */
function loadOnce(id: ScreenId, release: Release): ReturnType<ScreenLoader> {
  const { screens } = recordOf(release);
  const known = screens.get(id);
  const code = known?.code ?? load(id, release);
  screens.set(id, known ? { ...known, code } : { name: 'asked-for', code });
  return code;
}
