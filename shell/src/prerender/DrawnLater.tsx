import { MemoryRouter } from '@kargo/shared-runtime/router';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { WifiOff } from 'lucide-react';
import { MenuContent } from '../layout/header/MobileMenu.tsx';
import { LoadingVeil } from '../loading/LoadingOverlay.tsx';
import { Notice } from '../Notice.tsx';

/**
 * The parts that a page draws later and cannot load styles for: the open menu is not to wait for them, and the browser
 * may be offline.
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
    </MemoryRouter>
  );
}
