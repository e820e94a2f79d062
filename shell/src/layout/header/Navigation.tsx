import { NavLink } from '@kargo/shared-runtime/router';
import { css } from '@kargo/shared-runtime/styles';
import { type Anchor, paths } from '@kargo/shared-types/page/paths';
import { AnchorLink } from '../AnchorLink.tsx';

const pages = [
  { text: 'Home', path: paths.home() },
  { text: 'About Us', path: paths.about() },
];

const parts: { text: string; anchor: Anchor }[] = [
  { text: 'Features', anchor: 'features' },
  { text: 'How it works', anchor: 'how_it_work' },
  { text: "FAQ's", anchor: 'faqs' },
  { text: 'Contact Us', anchor: 'contact' },
];

/** The site's main links (spec section 2): a row in the header, large lines in the mobile menu. */
export function Navigation({ as }: { as: 'row' | 'lines' }) {
  const itemStyle = as === 'row' ? rowItemStyle : lineItemStyle;
  return (
    <nav
      className={css({ display: as === 'row' ? { base: 'none', md: 'block' } : 'block' })}
      aria-label="Main"
    >
      <ul className={css({ display: 'flex', flexDirection: as === 'row' ? 'row' : 'column' })}>
        {pages.map(({ text, path }) => (
          <li key={text} className={itemStyle}>
            <NavLink to={path} end>
              {text}
            </NavLink>
          </li>
        ))}
        {parts.map(({ text, anchor }) => (
          <li key={text} className={itemStyle}>
            <AnchorLink anchor={anchor}>{text}</AnchorLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const rowItemStyle = css({
  '& a': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    h: '2.75rem',
    px: { base: '0.5rem', lg: '0.875rem', xl: '1.125rem' },
    fontSize: { base: '0.9375rem', xl: '1rem' },
    fontWeight: 500,
    whiteSpace: 'nowrap',
    borderRadius: 'input',
  },
  '@media (hover: hover)': { '& a:hover': { color: 'var(--accent)' } },
  // Marks the current page with the route line's pin under the link.
  '& a[aria-current]::after': {
    content: '""',
    position: 'absolute',
    bottom: '0.125rem',
    left: 'calc(50% - 0.1875rem)',
    boxSize: '0.375rem',
    borderRadius: 'full',
    // Not a background, which forced colours remove.
    border: '0.1875rem solid var(--accent)',
  },
});

const lineItemStyle = css({
  borderBottomWidth: '1px',
  borderColor: 'line',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minH: '3.75rem',
    fontFamily: 'display',
    fontWeight: 650,
    fontSize: '1.5rem',
    letterSpacing: '-0.015em',
  },
  // Only forced colours show the line.
  '& a[aria-current]': { color: 'violet.700', textDecoration: 'underline transparent' },
});
