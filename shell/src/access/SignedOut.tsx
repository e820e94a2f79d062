import { chakra } from 'shared-runtime/ui';
import { signedInMark } from 'shared-types/page/inline-script';

/** Hides its content from signed-in visitors, in prerendered pages too. */
export const SignedOut = chakra('div', {
  base: { display: 'contents', [`[${signedInMark}] &`]: { display: 'none' } },
});
