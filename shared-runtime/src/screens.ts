import type { ComponentType } from 'react';
import type { RemoteName, screens } from 'shared-types/page/screens';

/** The modules that a remote exposes: a component per screen, which the shell renders without props. */
export type Screens<R extends RemoteName> = Record<
  (typeof screens)[R][number],
  ComponentType<Record<never, never>>
>;
