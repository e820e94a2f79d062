import { Link } from '@kargo/shared-runtime/router';
import { container, css, cx, link } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { MapPin } from '@kargo/shared-ui/drawing/map';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { ChevronRight } from 'lucide-react';
import { lead } from './content.ts';

/** Where the visitor is, and what Kargo does in one sentence. */
export function Head() {
  return (
    <section
      className={css({ position: 'relative', overflow: 'hidden', bg: 'lilac' })}
      aria-labelledby="about-page-heading"
    >
      <RouteLine
        d="M2400 250C2000 340 1700 330 1480 300c-200-28-180-180-330-180-130 0-90 150-210 150"
        viewBox="0 0 1440 360"
        className={css({
          display: { base: 'none', lg: 'block' },
          top: '50%',
          left: '50%',
          w: '1440px',
          h: '360px',
          mt: '-180px',
          ml: '-720px',
        })}
      >
        <MapPin x={938} y={268} scale={1.15} />
      </RouteLine>
      <div
        className={cx(
          container(),
          css({ position: 'relative', py: { base: '3.5rem', md: '6rem' } }),
        )}
      >
        <Breadcrumb />
        <h1 className={css({ textStyle: 'hero', mt: '6' })} id="about-page-heading" tabIndex={-1}>
          About Page
        </h1>
        <p className={css({ textStyle: 'lead', color: 'ink.600', maxW: '38rem', mt: '6' })}>
          {lead}
        </p>
      </div>
    </section>
  );
}

function Breadcrumb() {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={css({ display: 'flex', alignItems: 'center', gap: '2', textStyle: 'small' })}>
        <li className={css({ display: 'flex', alignItems: 'center', gap: '2' })}>
          <Link
            className={cx(
              link(),
              css({ display: 'inline-flex', alignItems: 'center', minH: '1.5rem' }),
            )}
            to={paths.home()}
          >
            Home
          </Link>
          <span className={css({ color: 'ink.500', display: 'inline-flex' })}>
            <ChevronRight size={16} aria-hidden />
          </span>
        </li>
        <li>
          <Link
            className={cx(
              link(),
              css({
                display: 'inline-flex',
                alignItems: 'center',
                minH: '1.5rem',
                color: 'ink.900',
                textDecoration: 'none',
                _hover: { color: 'ink.900' },
              }),
            )}
            to={paths.about()}
            aria-current="page"
          >
            About
          </Link>
        </li>
      </ol>
    </nav>
  );
}
