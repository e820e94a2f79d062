import { Box } from '@kargo/shared-runtime/ui';
import { Menu, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Account } from './Account.tsx';
import { IconButton } from './IconButton.tsx';
import { Navigation } from './Navigation.tsx';
import { useEscape } from './useDocumentEvent.ts';

/** From this width on the links stand in the header (spec section 9). */
const wideScreen = '(min-width: 48em)';

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
  useHeldPage(isOpen, () => onToggle(false));

  return (
    <Box display={{ md: 'none' }} me="-0.625rem">
      <IconButton
        ref={button}
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={isOpen}
        aria-controls="mobile-menu"
        onClick={() => onToggle(!isOpen)}
      >
        {isOpen ? <X aria-hidden /> : <Menu aria-hidden />}
      </IconButton>
      <Box
        id="mobile-menu"
        hidden={!isOpen}
        position="fixed"
        inset="{sizes.header} 0 0"
        px="6"
        pt="4"
        pb="12"
        overflowY="auto"
        overscrollBehavior="contain"
        bg="paper"
      >
        {isOpen && <MenuContent />}
      </Box>
    </Box>
  );
}

/** The links, and what a visitor or a driver can do. */
export function MenuContent() {
  return (
    <>
      <Navigation as="lines" />
      <Box mt="8">
        <Account placement="sheet" />
      </Box>
    </>
  );
}

/** Keeps the page from scrolling. Calls `close` when the window grows, which hides the menu but would not let go. */
function useHeldPage(isHeld: boolean, close: () => void): void {
  const letGo = useEffectEvent(close);
  useEffect(() => {
    if (!isHeld) return;
    const page = document.documentElement;
    const media = window.matchMedia(wideScreen);
    page.style.overflow = 'hidden';
    media.addEventListener('change', letGo);
    return () => {
      page.style.removeProperty('overflow');
      media.removeEventListener('change', letGo);
    };
  }, [isHeld]);
}
