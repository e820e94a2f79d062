import { type StyleCache, StyleCacheProvider } from '@kargo/shared-runtime/style-cache';
import { ChakraProvider, system } from '@kargo/shared-runtime/ui';
import { type ComponentType, type PropsWithChildren, useLayoutEffect, useState } from 'react';
import { Pages } from './Pages.tsx';

interface AppProps {
  router: ComponentType<PropsWithChildren>;
  styles: StyleCache;
}

/** The whole page. In the browser and in Node it differs only by the router and where styles go. */
export function App({ router: Router, styles }: AppProps) {
  useBackBeforeStart();
  return (
    <StyleCacheProvider value={styles}>
      <ChakraProvider value={system}>
        <Router>
          <Pages />
        </Router>
      </ChakraProvider>
    </StyleCacheProvider>
  );
}

/** Replays a Back or Forward that happened before the router was listening. */
function useBackBeforeStart(): void {
  const [address] = useState(() => globalThis.location?.href);
  useLayoutEffect(() => {
    if (window.location.href !== address) window.dispatchEvent(new PopStateEvent('popstate'));
  }, [address]);
}
