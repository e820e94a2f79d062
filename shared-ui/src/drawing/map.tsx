import * as paint from './paint.ts';

interface MapSign {
  x: number;
  y: number;
  scale?: number;
}

/** A parcel's destination. `x`, `y` is the tip. */
export function MapPin({ x, y, scale = 1, isOnViolet }: MapSign & { isOnViolet?: boolean }) {
  const [color, eye] = isOnViolet ? [paint.lime, paint.ink950] : [paint.signal, paint.paper];
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <ellipse cy={2} rx={9} ry={3.4} fill={paint.ink950} opacity={0.16} />
      <path d="M0 0C-5-11-19-19-19-34a19 19 0 1 1 38 0C19-19 5-11 0 0Z" fill={color} />
      <circle cy={-34} r={7} fill={eye} />
    </g>
  );
}

/** A van from above, driving to the right. `x`, `y` is its middle; `turn` is in degrees. */
export function MapVan({ x, y, turn = 0, scale = 1 }: MapSign & { turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      <rect x={-22} y={-11} width={42} height={24} rx={7} fill={paint.ink950} opacity={0.14} />
      <rect x={-21} y={-12} width={42} height={24} rx={7} fill={paint.ink950} />
      <rect x={7} y={-8} width={9} height={16} rx={3} fill={paint.lime} />
      <rect x={-16} y={-7} width={17} height={14} rx={3} fill={paint.ink800} />
    </g>
  );
}

/** A parcel with lilac tape. `x`, `y` is its upper left corner. */
export function Parcel({ x, y, size = 32 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 32})`}>
      <rect width={32} height={32} rx={6} fill={paint.signal} />
      <rect x={12} width={8} height={32} fill={paint.lilac} />
      <rect x={5} y={23} width={5} height={4} rx={1} fill={paint.ink950} opacity={0.35} />
    </g>
  );
}
