import { Icon } from '@kargo/shared-runtime/ui';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface LineIconProps extends ComponentProps<typeof Icon> {
  of: LucideIcon;
  boxSize: string;
  strokeWidth?: number;
}

/** An icon as the site draws them. Decoration: what it says stands beside it. */
export function LineIcon({ of: Glyph, strokeWidth = 1.75, ...icon }: LineIconProps) {
  return (
    <Icon asChild flexShrink={0} {...icon}>
      <Glyph aria-hidden strokeWidth={strokeWidth} />
    </Icon>
  );
}
