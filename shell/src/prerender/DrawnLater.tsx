import { MemoryRouter } from '@kargo/shared-runtime/router';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { WifiOff } from 'lucide-react';
import { MenuContent } from '../layout/header/MobileMenu.tsx';
import { LoadingVeil } from '../loading/LoadingOverlay.tsx';
import { Notice } from '../Notice.tsx';
import { Pending, PendingNote } from '../remote-loading/Pending.tsx';
import { routes } from '../routes.ts';

const grounds = [...new Set(routes.map(({ ground = 'paper' }) => ground))];

/**
 * The parts that a page draws later and cannot load styles for: the open menu and the next page are not to wait for
 * them, and the browser may be offline.
 *
 * @param hasCalls whether the page calls the API by itself
 */
export function DrawnLater({ hasMenu, hasCalls }: { hasMenu: boolean; hasCalls: boolean }) {
  return (
    <MemoryRouter>
      {hasMenu && <MenuContent />}
      <Notice>
        <LineIcon of={WifiOff} boxSize="1.25rem" color="amber" />
      </Notice>
      {hasCalls && <LoadingVeil />}
      {grounds.map((ground) => (
        <Pending key={ground} ground={ground} onChange={() => undefined} />
      ))}
      <PendingNote />
    </MemoryRouter>
  );
}
