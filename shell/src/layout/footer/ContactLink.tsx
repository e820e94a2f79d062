import { useLinkClickHandler, useLocationAtOnce } from '@kargo/shared-runtime/router';
import type { Anchor } from '@kargo/shared-types/page/paths';
import type { ReactNode } from 'react';

const hash: `#${Anchor}` = '#contact';

/**
 * A link to the contact block of the open page; it works without a script too. It goes through the
 * router, which would otherwise mistake the new history entry for a navigation back.
 */
export function ContactLink({ children }: { children: ReactNode }) {
  const here = useLocationAtOnce();
  const replace = here.hash === hash;
  const follow = useLinkClickHandler<HTMLAnchorElement>({ search: here.search, hash }, { replace });
  return (
    <a href={hash} onClick={follow}>
      {children}
    </a>
  );
}
