import { useLayoutEffect } from 'react';

/**
 * Sets the window's title together with what is rendered beside it, and before the focus moves to the new
 * heading. Put it before a screen, which may add to its title.
 */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
  }, [children]);
  return null;
}
