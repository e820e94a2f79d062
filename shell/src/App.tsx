import { useMemo } from 'react';
import { RouterProvider } from 'shared-runtime/router';
import { ChakraProvider, system } from 'shared-runtime/ui';
import { createRouter } from './router.tsx';

export function App() {
  const router = useMemo(createRouter, []);
  return (
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>
  );
}
