import type { ComponentProps } from 'react';
import { Link } from 'shared-runtime/router';
import { chakra } from 'shared-runtime/ui';
import { paths } from 'shared-types/page/paths';
import { Logo } from './Logo.tsx';

/** The logo as the way home. */
export function LogoLink(logo: ComponentProps<typeof Logo>) {
  return (
    <chakra.span display="inline-block" flexShrink={0} borderRadius="button" asChild>
      <Link to={paths.home()} aria-label="Kargo">
        <Logo {...logo} />
      </Link>
    </chakra.span>
  );
}
