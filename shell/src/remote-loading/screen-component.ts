import { getInstance } from '@module-federation/runtime';
import { type ComponentType, lazy } from 'react';
import type { ScreenId } from 'shared-types/screens';

type ScreenComponent = ComponentType<Record<never, never>>;

const components = new Map<ScreenId, ScreenComponent>();

/**
 * The screen as a component that loads itself from its remote when first drawn. React keeps a
 * failed load for ever; `forgetScreen` lets the next call load again.
 */
export function screenComponent(id: ScreenId): ScreenComponent {
  const known = components.get(id);
  if (known) return known;
  const component = lazy(() => loadScreen(id));
  components.set(id, component);
  return component;
}

/** Forgets what was loaded, or failed to load, for this screen. */
export function forgetScreen(id: ScreenId): void {
  components.delete(id);
}

async function loadScreen(id: ScreenId): Promise<{ default: ScreenComponent }> {
  const screen = await getInstance()?.loadRemote<{ default: ScreenComponent }>(id);
  if (!screen) throw new Error(`The remote exposes no screen ${id}`);
  return screen;
}
