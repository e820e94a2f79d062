import { MemoryRouter } from '@kargo/shared-runtime/router';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { WifiOff } from 'lucide-react';
import { MenuContent } from '../layout/header/MobileMenu.tsx';
import { LoadingVeil } from '../loading/LoadingOverlay.tsx';
import { Notice } from '../Notice.tsx';
import { Pending, PendingNote } from '../remote-loading/Pending.tsx';
import type { Route } from '../routes.ts';

/**
 * The parts that a page draws later and cannot load styles for: the open menu and a screen's placeholder must not wait
 * for them, and the browser may be offline.
 *
 * @param route undefined for the not-found page
 */
export function DrawnLater({ route }: { route: Route | undefined }) {
  return (
    <MemoryRouter>
      {!route?.layout && <MenuContent />}
      <Notice>
        <LineIcon of={WifiOff} boxSize="1.25rem" color="amber" />
      </Notice>
      {route?.hasFrame && <LoadingVeil />}
      {route && (
        <>
          <Pending ground={route.ground ?? 'paper'} onChange={() => undefined} />
          <PendingNote />
        </>
      )}
    </MemoryRouter>
  );
}
