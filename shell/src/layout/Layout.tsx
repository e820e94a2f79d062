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
 * It owns the page's one `<main>`: a screen draws sections only. The header lies over the top of
 * the screen on the route named Home, whose banner makes room for it; elsewhere room is made here.
 */
export function Layout({ routeName, children }: { routeName: string; children: Elements }) {
  const isHome = routeName === 'Home';
  const [isMenuOpen, setMenuOpen] = useOpenHere();
  const { key } = useLocationAtOnce();
  // A moment after the menu is seen, or gone, since the browser computes the styles of all that becomes inert or ceases
  // to be. The next page is never inert.
  const isBehindMenu = useDeferredValue(isMenuOpen ? key : null) === key;
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: 'column',
        minH: '100vh',
        position: 'relative',
        // Chromium forgets that breaks between sheets move the footer down in a flexible box.
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
