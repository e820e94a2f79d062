import type { ScreenTexts } from '@kargo/shared-types/releases/release';
import type { ComponentType } from 'react';

/** A screen of a remote. The build reads its texts without its code, which is loaded on demand. */
export interface Screen extends ScreenTexts {
  /** Loads the component, which the shell renders without props. */
  load: () => Promise<{ default: ComponentType<Record<never, never>> }>;
}

export type Screens = Record<string, Screen>;
