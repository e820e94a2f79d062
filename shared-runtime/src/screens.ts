import type { RemoteName, screens } from '@kargo/shared-types/page/screens';
import type { ComponentType } from 'react';

/** The modules that a remote exposes: a component per screen, which the shell renders without props. */
export type Screens<R extends RemoteName> = Record<
  (typeof screens)[R][number],
  ComponentType<Record<never, never>>
>;
