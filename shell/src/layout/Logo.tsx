import { Link } from '@kargo/shared-runtime/router';
import { css } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import type { ComponentProps } from 'react';
import { LogoMark } from '../LogoMark.tsx';

/** The mark, and the name if it fits. Hidden from screen readers: links around it need a label. */
export function Logo({ name = 'shown' }: { name?: 'shown' | 'if-room' }) {
  return (
    // Without room the name wraps, out of view.
    <div
      className={css({
        display: 'flex',
        alignItems: 'center',
        gap: '3',
        flexWrap: 'wrap',
        h: '2.75rem',
        overflow: 'hidden',
      })}
      aria-hidden
    >
      <LogoMark />
      <span
        className={css({
          // Between phone and desktop the links need the room.
          display: name === 'shown' ? undefined : { base: 'block', md: 'none', lg: 'block' },
          fontFamily: 'display',
          fontWeight: 700,
          fontSize: '1.5rem',
          lineHeight: 1,
          letterSpacing: '-0.02em',
        })}
      >
        Kargo
      </span>
    </div>
  );
}

export function LogoLink(logo: ComponentProps<typeof Logo>) {
  return (
    <Link
      className={css({ display: 'inline-block', minW: '0', borderRadius: 'button' })}
      to={paths.home()}
      aria-label="Kargo"
    >
      <Logo {...logo} />
    </Link>
  );
}
