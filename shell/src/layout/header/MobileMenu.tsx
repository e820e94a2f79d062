import { css } from '@kargo/shared-runtime/styles';
import { useLatch } from '@kargo/shared-ui/useLatch';
import { Menu, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Account } from './Account.tsx';
import { IconButton } from './IconButton.tsx';
import { Navigation } from './Navigation.tsx';
import { useEscape, useWidthChange } from './useDocumentEvent.ts';

interface MobileMenuProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The menu of narrow screens: a button, and a sheet under the header that fills the window. */
export function MobileMenu({ isOpen, onToggle }: MobileMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    onToggle(false);
    button.current?.focus();
  });
  useHeldPage(isOpen);
  useWidthChange(isOpen, () => onToggle(false));

  return (
    <div className={css({ display: { md: 'none' }, me: '-0.625rem' })}>
      <IconButton
        ref={button}
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={isOpen}
        aria-controls="mobile-menu"
        onClick={() => onToggle(!isOpen)}
      >
        {isOpen ? <X aria-hidden /> : <Menu aria-hidden />}
      </IconButton>
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

/** The links, and what a visitor or a driver can do. */
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
