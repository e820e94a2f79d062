import { useLocation, useNavigate } from '@kargo/shared-runtime/router';
import type { Anchor } from '@kargo/shared-types/page/paths';
import type { MouseEvent, ReactNode } from 'react';

const hash: `#${Anchor}` = '#contact';

/**
 * A link to the contact block of whichever page is open; it works without a script too. It goes
 * through the router, which would otherwise take the new history entry for a navigation back.
 */
export function ContactLink({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const here = useLocation();
  const follow = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    void navigate({ search: here.search, hash }, { replace: here.hash === hash });
  };
  return (
    <a href={hash} onClick={follow}>
      {children}
    </a>
  );
}

/** Whether the click opens another tab or window, or saves what is linked. */
function isForBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
