import { css } from '@kargo/shared-runtime/styles';
import type { Ground } from '../routes.ts';

/** Backgrounds at the top of screens. */
export const grounds: Record<Ground, string> = {
  'ink.950': css({ bg: 'ink.950' }),
  lilac: css({ bg: 'lilac' }),
  mist: css({ bg: 'mist' }),
  paper: css({ bg: 'paper' }),
};
