import { useEffect, useState } from 'react';
import type { createBrowserRouter } from 'shared-runtime/router';
import { RouterProvider } from 'shared-runtime/router';
import { type StyleCache, StyleCacheProvider } from 'shared-runtime/style-cache';
import { ChakraProvider, system } from 'shared-runtime/ui';

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>;
  styles: StyleCache;
}

/** The whole page. In the browser and in Node it differs only by the router and where styles go. */
export function App({ router, styles }: AppProps) {
  // A `RouterProvider` with another subscriber before it never hears of a navigation that ends between
  // its first render and its first effect: remix-run/react-router#15527.
  const [atFirst] = useState(router.state);
  useEffect(() => {
    if (router.state !== atFirst) void router.revalidate();
  }, [router, atFirst]);

  return (
    <StyleCacheProvider value={styles}>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>
    </StyleCacheProvider>
  );
}
