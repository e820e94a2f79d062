import { Link } from '@kargo/shared-runtime/router';
import { container, css, cx } from '@kargo/shared-runtime/styles';
import { type Anchor, paths } from '@kargo/shared-types/page/paths';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import type { ReactNode } from 'react';
import { AnchorLink } from '../AnchorLink.tsx';
import { ContactDetails } from '../ContactDetails.tsx';
import { Logo } from '../Logo.tsx';
import { BackToTop } from './BackToTop.tsx';
import { ContactLink } from './ContactLink.tsx';
import { SocialGlyphs } from './SocialGlyphs.tsx';

const columns = { base: 'two-if-room', md: '5fr 3fr 4fr' };

export function Footer({ inert }: { inert: boolean }) {
  return (
    <footer
      className={css({
        bg: 'ink.950',
        // Hidden for the first 2 s while a screen loads: it would appear, then jump away.
        'main:has([data-pending-screen]) ~ &': { animation: 'unseen 2s steps(1, end)' },
      })}
      inert={inert}
      data-surface="dark"
    >
      {/* Leaves room at the end of the page, so that the floating button covers nothing. */}
      <div
        className={cx(
          container(),
          css({ pt: { base: '16', lg: '24' }, pb: { base: '24', xl: '8' } }),
        )}
      >
        <div
          className={css({
            display: 'grid',
            gridTemplateColumns: columns,
            columnGap: '6',
            rowGap: '12',
            alignItems: 'start',
          })}
        >
          <div className={css({ gridColumn: { base: '1 / -1', lg: 'auto' } })}>
            <Logo />
            <p className={css({ color: 'ink.300', maxW: '22rem', mt: '6' })}>
              Parcels, gifts and business deliveries, tracked live to the door.
            </p>
            <div className={css({ mt: '6' })}>
              <StoreButtons surface="dark" />
            </div>
          </div>
          <div
            className={css({ gridColumn: { base: '1 / -1', lg: '2 / -1' } })}
            id={'contact' satisfies Anchor}
          >
            <h2 className={css({ textStyle: 'h3' })} tabIndex={-1}>
              Questions? Talk to us.
            </h2>
            <p className={css({ color: 'ink.300', mt: '3', mb: '4' })}>
              Our support team answers 24-7.
            </p>
            <ContactDetails />
          </div>
        </div>
        {/* The end of the route line divides the footer and ends in the lime pin. */}
        <div
          className={css({ position: 'relative', h: '4rem', my: { base: '8', lg: '12' } })}
          aria-hidden
        >
          <div
            className={css({
              position: 'absolute',
              inset: '50% 2.25rem auto 0',
              h: '4px',
              mt: '-2px',
              bgImage:
                'radial-gradient(circle at 2px, {colors.violet.500} 1.25px, transparent 2px)',
              bgSize: '11px 4px',
            })}
          />
          <svg
            aria-hidden
            className={css({
              position: 'absolute',
              right: '0',
              top: 'calc(50% - 1.125rem)',
              boxSize: '2.25rem',
            })}
            viewBox="0 0 36 36"
          >
            <g fill="none" stroke={paint.lime} strokeWidth={2}>
              <circle cx={18} cy={18} r={16} strokeOpacity={0.35} />
              <circle cx={18} cy={18} r={7} fill={paint.lime} />
            </g>
          </svg>
        </div>
        <div
          className={css({
            display: 'grid',
            gridTemplateColumns: columns,
            columnGap: '6',
            rowGap: '12',
          })}
        >
          <Links heading="Useful Links">
            <FooterLink to={paths.home()}>Home</FooterLink>
            <FooterLink to={paths.about()}>About us</FooterLink>
            <li className={entryStyle}>
              <AnchorLink anchor="features">Services</AnchorLink>
            </li>
            <li className={entryStyle}>
              <span>
                Blog
                {/* There is no blog yet, and a link to nothing would be worse than none. */}
                <span
                  className={css({
                    ml: '2',
                    px: '2',
                    textStyle: 'label',
                    fontSize: '0.75rem',
                    color: 'lime',
                    border: '1px solid',
                    borderColor: 'ink.600',
                    borderRadius: 'full',
                  })}
                >
                  Soon
                </span>
              </span>
            </li>
            <li className={entryStyle}>
              <ContactLink>Contact us</ContactLink>
            </li>
          </Links>
          <Links heading="Help">
            <FooterLink to={paths.faqs()}>FAQs</FooterLink>
            <FooterLink to={paths.support()}>Support</FooterLink>
            <FooterLink to={paths.howItWorks()}>How It Works</FooterLink>
          </Links>
          <Links heading="Legal">
            <FooterLink to={paths.termsAndConditions()}>Terms And Conditions</FooterLink>
            <FooterLink to={paths.privacyPolicy()}>Privacy Policy</FooterLink>
          </Links>
        </div>
        <div
          className={css({
            display: 'flex',
            flexWrap: 'wrap-reverse',
            alignItems: 'center',
            justifyContent: 'space-between',
            columnGap: '6',
            rowGap: '4',
            mt: '16',
            pt: '6',
            borderTopWidth: '1px',
            borderColor: 'ink.800',
          })}
        >
          <p className={css({ textStyle: 'small', color: 'ink.300' })}>
            Copyright © 2025 Kargo. All rights reserved.
          </p>
          <SocialGlyphs />
        </div>
      </div>
      <BackToTop />
    </footer>
  );
}

function Links({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={css({ _first: { gridRow: { base: 'span 2', md: 'auto' } } })}>
      <h2 className={css({ textStyle: 'label', color: 'ink.300' })}>{heading}</h2>
      <ul className={css({ mt: '3' })}>{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li className={entryStyle}>
      <Link to={to}>{children}</Link>
    </li>
  );
}

const entryStyle = css({
  '& > *': {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '2.25rem',
    fontWeight: 500,
    borderRadius: 'input',
  },
  '& > a:hover': { color: 'lime' },
});
