import { Link } from '@kargo/shared-runtime/router';
import { type Anchor, type AnchorState, paths } from '@kargo/shared-types/page/paths';
import type { ReactNode } from 'react';

/** A link to a part of the landing page, whose address is `/` (spec section 2). */
export function AnchorLink({ anchor, ...props }: { anchor: Anchor; children: ReactNode }) {
  return <Link to={paths.home()} state={{ anchor } satisfies AnchorState} {...props} />;
}
