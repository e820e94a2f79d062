import { Link } from '@kargo/shared-runtime/router';
import { chakra } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import type { ComponentProps } from 'react';
import { Logo } from './Logo.tsx';

export function LogoLink(logo: ComponentProps<typeof Logo>) {
  return (
    <chakra.span display="inline-block" flexShrink={0} borderRadius="button" asChild>
      <Link to={paths.home()} aria-label="Kargo">
        <Logo {...logo} />
      </Link>
    </chakra.span>
  );
}
