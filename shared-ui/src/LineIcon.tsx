import { css, cx } from '@kargo/shared-runtime/styles';
import type { LucideIcon } from 'lucide-react';

interface LineIconProps {
  of: LucideIcon;
  strokeWidth?: number;
  className: string;
}

/** An icon as the site draws them. Decoration: what it says stands beside it. */
export function LineIcon({ of: Glyph, strokeWidth = 1.75, className }: LineIconProps) {
  return (
    <Glyph
      aria-hidden
      strokeWidth={strokeWidth}
      className={cx(css({ flexShrink: 0 }), className)}
    />
  );
}
