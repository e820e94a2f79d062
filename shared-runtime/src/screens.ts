import type { ComponentType } from 'react';
import type { RemoteName, screens } from 'shared-types/page/screens';

/** What a remote exposes: a component per screen, drawn by the shell without any properties. */
export type Screens<R extends RemoteName> = Record<
  (typeof screens)[R][number],
  ComponentType<Record<never, never>>
>;
