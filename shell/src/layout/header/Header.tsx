import { container, css, cx } from '@kargo/shared-runtime/styles';
import { useRef } from 'react';
import { LogoLink } from '../Logo.tsx';
import { useOpenHere } from '../useOpenHere.ts';
import { useScrolled } from '../useScrolled.ts';
import { Account } from './Account.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { Navigation } from './Navigation.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useFocusLoop } from './useDocumentEvent.ts';

/** Scroll position, in px, from which it has its fixed style (spec sections 4 and 9). */
const fixedStyleFrom = 250;
/** Scroll position, in px, from which it is fixed to the top of the window. */
const fixedFrom = 260;

interface HeaderProps {
  /** Whether it is transparent over the banner; it is coloured on every other route. */
  isHome: boolean;
  isMenuOpen: boolean;
  onMenuToggle: (isOpen: boolean) => void;
}

/**
 * The site's header. It takes no space itself: the layout, or Home's banner, leaves room for it, so
 * that nothing moves when it becomes fixed.
 */
export function Header({ isHome, isMenuOpen, onMenuToggle }: HeaderProps) {
  const hasFixedStyle = useScrolled((scrollY) => scrollY >= fixedStyleFrom);
  const isFixed = useScrolled((scrollY) => scrollY >= fixedFrom);
  const [isPanelOpen, setPanelOpen] = useOpenHere();
  const isHeld = isMenuOpen || isPanelOpen;
  const isSeeThrough = isHome && !hasFixedStyle && !isHeld;

  const header = useRef<HTMLElement>(null);
  useFocusLoop(header, isMenuOpen);

  const classNames = [
    !isHome && 'header-colored',
    hasFixedStyle && 'fixed-style',
    isFixed && 'fixed',
    isHeld && 'held',
  ];
  return (
    <header
      ref={header}
      className={cx(surfaceStyle, classNames.filter(Boolean).join(' '))}
      data-testid="site-header"
      data-surface={isSeeThrough ? 'dark' : undefined}
    >
      <div
        className={cx(
          container(),
          css({
            display: 'flex',
            h: 'full',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: { base: '3', lg: '6' },
            '--side': { base: 'min(1.5rem, 7.5vw)', lg: '3rem', xl: '6rem' },
          }),
        )}
      >
        <LogoLink name="if-room" />
        <div
          className={css({
            display: 'flex',
            alignItems: 'center',
            gap: { base: '2', xl: '4' },
            flexShrink: '0',
          })}
        >
          <Navigation as="row" />
          <div
            className={css({
              display: { base: 'none', md: 'flex' },
              alignItems: 'center',
              gap: { base: '1', lg: '2' },
            })}
          >
            <Account isOnDark={isSeeThrough} />
            <SidePanel isOpen={isPanelOpen} onToggle={setPanelOpen} />
          </div>
          <MobileMenu isOpen={isMenuOpen} onToggle={onMenuToggle} />
        </div>
      </div>
    </header>
  );
}

const surfaceStyle = css({
  position: 'absolute',
  inset: '0 0 auto',
  h: 'header',
  zIndex: 'header',
  color: 'white',
  borderBottomWidth: '1px',
  borderColor: 'transparent',
  '--accent': 'colors.lime',
  '&.header-colored, &.fixed-style, &.held': {
    bg: 'paper',
    color: 'ink.900',
    '--accent': 'colors.violet.600',
  },
  '&.header-colored:not(.fixed-style), &.held:not(.fixed-style)': { borderColor: 'line' },
  '&.fixed-style': {
    position: 'fixed',
    // Above the window until it slides in; shown at once when it has the focus.
    top: 'calc(-1 * {sizes.header})',
    boxShadow: 's',
  },
  '&.fixed-style.fixed': { top: 0, transition: 'top {durations.base} {easings.out}' },
  '&.held, &.fixed-style:focus-within': { position: 'fixed', top: 0 },
  // A low window, as at 400 % zoom, has no room for it: there it scrolls away.
  '@media (height < 24em)': { '&.fixed-style:not(.held)': { position: 'absolute', top: 0 } },
  // Browsers repeat fixed elements on every sheet.
  '@media print': { '&&&': { position: 'absolute', top: 0 } },
});
