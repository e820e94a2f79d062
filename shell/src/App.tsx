import type { createBrowserRouter } from 'shared-runtime/router';
import { RouterProvider } from 'shared-runtime/router';
import { ChakraProvider, system } from 'shared-runtime/ui';

/** The whole page. In the browser and in Node it differs only by the router. */
export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>
  );
}
