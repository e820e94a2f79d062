import { chakra } from '@kargo/shared-runtime/ui';
import { signedInMark } from '@kargo/shared-types/page/page-marks';

/** Hides its content from signed-in visitors, in prerendered pages too. */
export const SignedOut = chakra('div', {
  base: { display: 'contents', [`[${signedInMark}] &`]: { display: 'none' } },
});
