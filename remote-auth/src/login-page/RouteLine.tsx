import { chakra } from 'shared-runtime/ui';
import { paint } from './paint.ts';

/** The route line across the scene, from a parcel at the top to the pin at the bottom. */
export function RouteLine() {
  return (
    <chakra.svg
      aria-hidden
      position="absolute"
      inset="0"
      w="full"
      h="full"
      viewBox="0 0 840 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
    >
      <circle cx={640} cy={330} r={470} fill={paint.violet500} />
      <circle cx={640} cy={330} r={300} fill={paint.violet300} opacity={0.22} />
      <path
        d="M-60 250C60 190 150 180 196 214c62 46 20 150 110 210 130 86 300-40 398 60 70 72 20 190-60 232"
        stroke={paint.paper}
        strokeOpacity={0.85}
        strokeWidth={4}
        strokeDasharray="0.1 13"
        strokeLinecap="round"
      />
      <g transform="translate(196 214)">
        <rect x={-27} y={-27} width={54} height={54} rx={11} fill={paint.signal} />
        <rect x={-7} y={-27} width={14} height={54} fill={paint.lilac} />
        <rect x={-19} y={12} width={8} height={6} rx={2} fill={paint.ink950} opacity={0.35} />
      </g>
      <g transform="translate(644 716)">
        <ellipse cy={3} rx={17} ry={6} fill={paint.ink950} opacity={0.25} />
        <path d="M0 0C-8-18-31-31-31-56a31 31 0 1 1 62 0C31-31 8-18 0 0Z" fill={paint.lime} />
        <circle cy={-56} r={11.5} fill={paint.ink950} />
      </g>
    </chakra.svg>
  );
}
