import { Circle } from '@kargo/shared-runtime/ui';
import { UserRound } from 'lucide-react';
import { useState } from 'react';

interface AvatarProps {
  /** Empty while nobody's name is known: a figure stands there instead. */
  name: string;
  src: string | null;
  /** Text alternative of the picture; empty if the name is beside it. */
  alt: string;
  size: string;
}

/** A driver's picture; the initials where there is none or it does not load. */
export function Avatar({ name, src, alt, size }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (src && src !== brokenSrc) {
    return (
      <Circle asChild size={size} objectFit="cover" bg="lilac">
        <img src={src} alt={alt} onError={() => setBrokenSrc(src)} />
      </Circle>
    );
  }
  return (
    <Circle
      size={size}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      bg="amber"
      color="ink.950"
      fontFamily="display"
      fontWeight={700}
      fontSize={`calc(${size} * 0.36)`}
    >
      {initials(name) || <UserRound size="56%" strokeWidth={1.75} />}
    </Circle>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
