import { type ComponentType, lazy } from 'react';
import type { ScreenId } from 'shared-types/screens';
import type { Release } from './release-map.ts';

export type ScreenComponent = ComponentType<Record<never, never>>;

/** Loads a screen from a release of its remote. */
export type ScreenLoader = (
  id: ScreenId,
  release: Release,
) => Promise<{ default: ScreenComponent }>;

const components = new Map<string, ScreenComponent>();
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
  const key = `${id} ${release.url}`;
  const known = components.get(key);
  if (known) return known;
  const component = lazy(() => load(id, release));
  components.set(key, component);
  return component;
}

/** Loads a screen before it is drawn; then it is drawn at once. */
export async function loadScreenNow(id: ScreenId, release: Release): Promise<void> {
  const screen = await load(id, release);
  components.set(`${id} ${release.url}`, screen.default);
}

/** Forgets what was loaded, or failed to load, for this screen. */
export function forgetScreen(id: ScreenId, release: Release): void {
  components.delete(`${id} ${release.url}`);
}
