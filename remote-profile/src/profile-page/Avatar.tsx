import { useState } from 'react';
import { chakra, Flex } from 'shared-runtime/ui';

interface AvatarProps {
  name: string;
  /** Address of the picture; null shows the initials. */
  src: string | null;
  /** What the picture is, for who cannot see it; empty where the name stands beside it. */
  alt: string;
  size: string;
}

/** A driver's picture; the initials where there is none or it does not load. */
export function Avatar({ name, src, alt, size }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const frame = { boxSize: size, borderRadius: 'full', flexShrink: 0 } as const;
  if (src !== null && src !== brokenSrc) {
    return (
      <chakra.img
        {...frame}
        src={src}
        alt={alt}
        objectFit="cover"
        bg="lilac"
        onError={() => setBrokenSrc(src)}
      />
    );
  }
  return (
    <Flex
      {...frame}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      align="center"
      justify="center"
      bg="amber"
      color="ink.950"
      fontFamily="display"
      fontWeight={700}
      fontSize={`calc(${size} * 0.36)`}
    >
      {initials(name)}
    </Flex>
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
