import { type ComponentType, lazy } from 'react';
import type { ScreenId } from 'shared-types/page/screens';
import type { Release } from './release-map.ts';

export type ScreenComponent = ComponentType<Record<never, never>>;

/** Loads a screen from a release of its remote. */
export type ScreenLoader = (
  id: ScreenId,
  release: Release,
) => Promise<{ default: ScreenComponent }>;

const components = new Map<string, ScreenComponent>();
/** Under way or done: whoever asks for a screen that is being loaded gets the same. */
const loads = new Map<string, ReturnType<ScreenLoader>>();
let load: ScreenLoader = () => Promise.reject(new Error('No screen loader was provided'));

const keyOf = (id: ScreenId, release: Release) => `${id} ${release.url}`;

/** Says how screens are loaded: by federation in the browser, from Node bundles in Node. */
export function provideScreenLoader(loader: ScreenLoader): void {
  load = loader;
}

/**
 * The screen as a component that loads itself from this release when first drawn. React keeps a
 * failed load for ever; `forgetScreen` lets the next call load again.
 */
export function screenComponent(id: ScreenId, release: Release): ScreenComponent {
  const key = keyOf(id, release);
  const known = components.get(key);
  if (known) return known;
  const component = lazy(() => loadOnce(id, release));
  components.set(key, component);
  return component;
}

/** Whether a screen was drawn from this release, or is loaded early. */
export function isScreenKnown(id: ScreenId, release: Release): boolean {
  const key = keyOf(id, release);
  return components.has(key) || loads.has(key);
}

/**
 * Loads a screen before it is drawn, so that it is drawn at once.
 *
 * @throws when it does not load; unless it is drawn meanwhile, it is loaded anew the next time
 */
export async function loadScreenEarly(id: ScreenId, release: Release): Promise<void> {
  const key = keyOf(id, release);
  try {
    const screen = await loadOnce(id, release);
    // If it was drawn meanwhile, it would be drawn anew.
    if (!components.has(key)) components.set(key, screen.default);
  } catch (error) {
    if (!components.has(key)) loads.delete(key);
    throw error;
  }
}

/** Forgets what was loaded, or failed to load, for this screen. */
export function forgetScreen(id: ScreenId, release: Release): void {
  components.delete(keyOf(id, release));
  loads.delete(keyOf(id, release));
}

function loadOnce(id: ScreenId, release: Release): ReturnType<ScreenLoader> {
  const key = keyOf(id, release);
  const known = loads.get(key) ?? load(id, release);
  loads.set(key, known);
  return known;
}
