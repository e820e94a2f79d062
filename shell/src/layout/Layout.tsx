import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import { css } from '@kargo/shared-runtime/styles';
import type { Elements } from '@kargo/shared-ui/elements';
import { Suspense, useDeferredValue } from 'react';
import { StripPlace } from './driver-strip/StripPlace.tsx';
import { Footer } from './footer/Footer.tsx';
import { Header } from './header/Header.tsx';
import { PromoVideo } from './promo-video/PromoVideo.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useOpenHere } from './useOpenHere.ts';

/**
 * Header and footer around a screen (spec section 2, "Shared layout").
 *
 * Owns the page's only `<main>`; screens render sections only. On the route named Home the header
 * covers the top of the screen, whose banner leaves room for it; elsewhere the layout leaves room.
 */
export function Layout({ routeName, children }: { routeName: string; children: Elements }) {
  const isHome = routeName === 'Home';
  const [isMenuOpen, setMenuOpen] = useOpenHere();
  const { key } = useLocationAtOnce();
  // Deferred until the menu has appeared or gone, since the browser restyles everything that
  // becomes inert or stops being so. The next page is never inert.
  const isBehindMenu = useDeferredValue(isMenuOpen ? key : null) === key;
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: 'column',
        minH: '100vh',
        position: 'relative',
        // In a flexible box Chromium forgets that page breaks move the footer down.
        '@media print': { '&, & > main': { display: 'block' } },
      })}
    >
      <SkipLink />
      <Header isHome={isHome} isMenuOpen={isMenuOpen} onMenuToggle={setMenuOpen} />
      <main
        className={css({
          display: 'flex',
          flexDirection: 'column',
          flex: '1',
          pt: isHome ? undefined : '{sizes.header}',
        })}
        id="content"
        tabIndex={-1}
        inert={isBehindMenu}
      >
        {isHome && <StripPlace />}
        {children}
      </main>
      {/* Hydrated after the header. */}
      <Suspense>
        <Footer inert={isBehindMenu} />
      </Suspense>
      <PromoVideo />
    </div>
  );
}
