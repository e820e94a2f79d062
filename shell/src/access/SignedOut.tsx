import { chakra } from 'shared-runtime/ui';
import { signedInMark } from 'shared-types/page/inline-script';

/** What a signed-in visitor does not see of a page that was rendered beforehand. */
export const SignedOut = chakra('div', {
  base: { display: 'contents', [`[${signedInMark}] &`]: { display: 'none' } },
});
