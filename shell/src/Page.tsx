import { type ReactNode, useEffect } from 'react';
import { chakra } from 'shared-runtime/ui';
import { Layout } from './layout/Layout.tsx';
import type { Route } from './routes.ts';

/**
 * What stands around every screen, whichever it is: the window's title, and the page's one `<main>`,
 * with header and footer or bare. Screens draw sections only.
 */
export function Page({
  name,
  title,
  layout,
  children,
}: Pick<Route, 'name' | 'title' | 'layout'> & { children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (layout === 'shown') return <Layout routeName={name}>{children}</Layout>;
  return (
    <chakra.main id="content" tabIndex={-1} display="flex" flexDirection="column" minH="100vh">
      {children}
    </chakra.main>
  );
}
