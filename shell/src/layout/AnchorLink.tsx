import { Link } from '@kargo/shared-runtime/router';
import { type Anchor, type AnchorState, paths } from '@kargo/shared-types/page/paths';
import type { ReactNode } from 'react';

/**
 * A link to a part of the landing page. It points to `/`, as the spec says of these links (section
 * 2); the history entry's state says where on the page it leads.
 */
export function AnchorLink({ anchor, ...props }: { anchor: Anchor; children: ReactNode }) {
  return <Link to={paths.home()} state={{ anchor } satisfies AnchorState} {...props} />;
}
