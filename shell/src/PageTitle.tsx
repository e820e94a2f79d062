import { useLayoutEffect } from 'react';

/**
 * Sets the window's title in the same commit as its siblings, before the focus moves to the new
 * heading. Put it before a screen, which may add to its title.
 */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
  }, [children]);
  return null;
}
