import { chakra } from 'shared-runtime/ui';
import { paint } from '../../paint.ts';

const palettes = [
  { ground: paint.violet300, body: paint.ink900, head: paint.amber },
  { ground: paint.lime, body: paint.violet700, head: paint.lilac },
  { ground: paint.amber, body: paint.ink800, head: paint.violet300 },
  { ground: paint.signal, body: paint.ink950, head: paint.lime },
] as const;

/** An abstract portrait, drawn from a number: no face is made up for a name. */
export function Portrait({ seed, name }: { seed: number; name: string }) {
  const { ground, body, head } = palettes[seed % palettes.length] ?? palettes[0];
  return (
    <chakra.svg
      role="img"
      aria-label={`Portrait of ${name}`}
      display="block"
      flexShrink={0}
      boxSize={{ base: '4rem', md: '5rem' }}
      borderRadius="card"
      viewBox="0 0 80 80"
    >
      <rect width={80} height={80} fill={ground} />
      <path
        d={seed % 2 === 0 ? 'M8 90a32 32 0 0 1 64 0Z' : 'M10 80V72c0-12 12-18 30-18s30 6 30 18v8Z'}
        fill={body}
      />
      {seed % 3 === 0 ? <rect x={26} y={20} width={28} height={32} rx={14} fill={head} /> : null}
      {seed % 3 === 1 ? <circle cx={40} cy={34} r={16} fill={head} /> : null}
      {seed % 3 === 2 ? <path d="M24 34a16 16 0 0 1 32 0v4a16 16 0 0 1-32 0Z" fill={head} /> : null}
      <path
        d={seed % 2 === 0 ? 'M24 30a16 14 0 0 1 32 0Z' : 'M25 34c0-18 30-18 30 0-8-6-20-6-30 0Z'}
        fill={body}
      />
    </chakra.svg>
  );
}
