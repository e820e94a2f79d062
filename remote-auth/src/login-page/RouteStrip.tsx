import { chakra } from 'shared-runtime/ui';
import { paint } from './paint.ts';

/** The scene of a small screen: the van on its way along the route line. */
export function RouteStrip() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'block', md: 'none' }}
      w="full"
      h="full"
      viewBox="0 0 390 120"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
    >
      <circle cx={330} cy={30} r={150} fill={paint.violet500} />
      <circle cx={330} cy={30} r={92} fill={paint.violet300} opacity={0.22} />
      <path
        d="M-170 92C-80 60-30 52 24 70c60 20 90 26 146 4 50-20 92-22 152 14"
        stroke={paint.paper}
        strokeOpacity={0.85}
        strokeWidth={3.4}
        strokeDasharray="0.1 10"
        strokeLinecap="round"
      />
      <g transform="translate(58 78)">
        <rect x={-17} y={-17} width={34} height={34} rx={7} fill={paint.signal} />
        <rect x={-4.5} y={-17} width={9} height={34} fill={paint.lilac} />
        <rect x={-12} y={8} width={5} height={4} rx={1.2} fill={paint.ink950} opacity={0.35} />
      </g>
      <g transform="translate(184 68) rotate(-16)">
        <rect x={-24} y={-13.5} width={48} height={27} rx={8} fill={paint.ink950} />
        <rect x={8} y={-9} width={10} height={18} rx={3.4} fill={paint.lime} />
        <rect x={-18} y={-8} width={19} height={16} rx={3.4} fill={paint.ink800} />
      </g>
      <g transform="translate(322 88)">
        <ellipse cy={2} rx={11} ry={4} fill={paint.ink950} opacity={0.25} />
        <path d="M0 0C-5-12-20-20-20-36a20 20 0 1 1 40 0C20-20 5-12 0 0Z" fill={paint.lime} />
        <circle cy={-36} r={7.4} fill={paint.ink950} />
      </g>
    </chakra.svg>
  );
}
