import { lazy } from 'react';
import type { ScreenId } from 'shared-types/screens';
import { loadScreen, type ScreenComponent } from './federation-host.ts';
import type { Release } from './releases.ts';

const components = new Map<string, ScreenComponent>();

/**
 * The screen as a component that loads itself from this release when first drawn. React keeps a
 * failed load for ever; `forgetScreen` lets the next call load again.
 */
export function screenComponent(id: ScreenId, release: Release): ScreenComponent {
  const key = `${id} ${release.url}`;
  const known = components.get(key);
  if (known) return known;
  const component = lazy(() => loadScreen(id, release));
  components.set(key, component);
  return component;
}

/** Forgets what was loaded, or failed to load, for this screen. */
export function forgetScreen(id: ScreenId, release: Release): void {
  components.delete(`${id} ${release.url}`);
}
