import { css, cx } from '@kargo/shared-runtime/styles';
import type { LucideIcon } from 'lucide-react';

interface LineIconProps {
  of: LucideIcon;
  strokeWidth?: number;
  className: string;
}

/** An icon in the site's style. Decoration: the text next to it says the same. */
export function LineIcon({ of: Glyph, strokeWidth = 1.75, className }: LineIconProps) {
  return (
    <Glyph
      aria-hidden
      strokeWidth={strokeWidth}
      className={cx(css({ flexShrink: 0 }), className)}
    />
  );
}
