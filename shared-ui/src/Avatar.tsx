import { css, cx } from '@kargo/shared-runtime/styles';
import { UserRound } from 'lucide-react';
import { useState } from 'react';

interface AvatarProps {
  /** Empty while the name is unknown: a figure is shown instead. */
  name: string;
  src: string | null;
  /** Text alternative of the picture; empty if the name is next to it. */
  alt: string;
  /** Its `boxSize`, and a `fontSize` of 36 % of that. */
  className: string;
}

/** A driver's picture, or the initials if there is none or it does not load. */
export function Avatar({ name, src, alt, className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (src && src !== brokenSrc) {
    const look = css({ objectFit: 'cover', bg: 'lilac' });
    const onError = () => setBrokenSrc(src);
    return <img className={cx(discStyle, look, className)} src={src} alt={alt} onError={onError} />;
  }
  return (
    <div
      className={cx(discStyle, initialsStyle, className)}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {initials(name) || <UserRound size="56%" strokeWidth={1.75} />}
    </div>
  );
}

const discStyle = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  borderRadius: 'full',
});

const initialsStyle = css({
  bg: 'amber',
  color: 'ink.950',
  fontFamily: 'display',
  fontWeight: 700,
});

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    ends
      // Not a direction mark or the like, which came with a copied name.
      .map((word) => word?.match(/\P{Cf}/u)?.[0] ?? '')
      .join('')
      .toUpperCase()
  );
}
