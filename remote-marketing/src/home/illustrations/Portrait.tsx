import { chakra } from 'shared-runtime/ui';
import * as paint from 'shared-ui/drawing/paint';

/** Light and shade of ground, shoulders and head. */
const palettes = [
  {
    ground: [paint.violet300, paint.lilac],
    body: [paint.ink900, paint.violet700],
    head: [paint.amber, paint.signal],
  },
  {
    ground: [paint.lime, paint.park],
    body: [paint.violet700, paint.violet600],
    head: [paint.ink950, paint.ink800],
  },
  {
    ground: [paint.ink900, paint.ink800],
    body: [paint.amber, paint.signal],
    head: [paint.violet300, paint.lilac],
  },
  {
    ground: [paint.signal, paint.amber],
    body: [paint.ink950, paint.ink800],
    head: [paint.lime, paint.park],
  },
] as const;

/**
 * An abstract portrait of circles, one half light and one dark, since no face is invented for a
 * sample name. Consecutive seeds differ in colours, angle and side of the light.
 */
export function Portrait({ seed, name }: { seed: number; name: string }) {
  const { ground, body, head } = palettes[seed % palettes.length] ?? palettes[0];
  const isMirrored = seed % 2 === 1;
  return (
    <chakra.svg
      role="img"
      aria-label={`Portrait of ${name}`}
      display="block"
      flexShrink={0}
      boxSize={{ base: '4.5rem', md: '6rem' }}
      borderRadius="card"
      viewBox="0 0 96 96"
    >
      <g transform={isMirrored ? 'matrix(-1 0 0 1 96 0)' : undefined}>
        <rect width={96} height={96} fill={ground[0]} />
        <path d="M56 0h40v96H56z" fill={ground[1]} />
        <circle cx={14} cy={22} r={22} fill={ground[1]} />
        <path d="M12 96a44 44 0 0 1 88 0Z" fill={body[0]} />
        <path d="M56 52a44 44 0 0 1 44 44H56Z" fill={body[1]} />
        <circle cx={56} cy={38} r={21} fill={head[0]} />
        <path d="M56 17a21 21 0 0 1 0 42Z" fill={head[1]} />
      </g>
    </chakra.svg>
  );
}
