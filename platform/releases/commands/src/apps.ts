import { appsIn, remotesIn } from '@kargo/tools/remotes';
import { root } from './settings.ts';

/** The remotes of this checkout. */
export const remotes = remotesIn(root);

/** The shell and the remotes. */
export const apps = appsIn(root);
