import { type ComponentType, type PropsWithChildren, useLayoutEffect, useState } from 'react';
import { Pages } from './Pages.tsx';

/** The whole page. Only the router differs between the browser and Node. */
export function App({ router: Router }: { router: ComponentType<PropsWithChildren> }) {
  useBackBeforeStart();
  return (
    <Router>
      <Pages />
    </Router>
  );
}

/** Replays a Back or Forward that happened before the router was listening. */
function useBackBeforeStart(): void {
  const [address] = useState(() => globalThis.location?.href);
  useLayoutEffect(() => {
    if (window.location.href !== address) window.dispatchEvent(new PopStateEvent('popstate'));
  }, [address]);
}
