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
  return (
    <StyleCacheProvider value={styles}>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>
    </StyleCacheProvider>
  );
}
