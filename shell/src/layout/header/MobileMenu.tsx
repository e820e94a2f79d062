import { css } from '@kargo/shared-runtime/styles';
import { useLatch } from '@kargo/shared-ui/useLatch';
import { Menu } from 'lucide-react';
import { useEffect } from 'react';
import { Account } from './Account.tsx';
import { Navigation } from './Navigation.tsx';
import { ToggleButton } from './ToggleButton.tsx';

interface MobileMenuProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The menu of narrow screens: a button, and a sheet under the header that fills the window. */
export function MobileMenu({ isOpen, onToggle }: MobileMenuProps) {
  useHeldPage(isOpen);
  return (
    <div className={css({ display: { md: 'none' }, me: '-0.625rem' })}>
      <ToggleButton
        name="menu"
        icon={Menu}
        isOpen={isOpen}
        onToggle={onToggle}
        aria-controls="mobile-menu"
      />
      <div
        className={css({
          position: 'fixed',
          inset: '{sizes.header} 0 0',
          px: '6',
          pt: '4',
          pb: '12',
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          bg: 'paper',
        })}
        id="mobile-menu"
        hidden={!isOpen}
      >
        {useLatch(isOpen) && <MenuContent />}
      </div>
    </div>
  );
}

/** The main links, and the login or the account. */
function MenuContent() {
  return (
    <>
      <Navigation as="lines" />
      <div className={css({ mt: '8' })}>
        <Account placement="sheet" />
      </div>
    </>
  );
}

/** Keeps the page from scrolling. */
function useHeldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const page = document.documentElement;
    page.style.overflow = 'hidden';
    return () => void page.style.removeProperty('overflow');
  }, [isHeld]);
}
