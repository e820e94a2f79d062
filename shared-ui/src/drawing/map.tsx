import * as paint from './paint.ts';
import { Stroke } from './Stroke.tsx';

const dayColors = {
  ground: paint.lilac,
  block: paint.block,
  park: paint.park,
  tree: paint.tree,
  street: paint.paper,
};

/** The ground of a map, 276 × 596: blocks of houses, streets, a park. */
export function StreetMap({ colors = dayColors }) {
  const { ground, block, park, tree, street } = colors;
  return (
    <g>
      <rect width={276} height={596} fill={ground} />
      <path
        d="M0 0h48v52H0zM72 8h98v44H72zM194 0h82v52h-82zM206 142h52v60h-52zM8 148h38v92H8zM8 264h38v60H8zM76 264h56v98H76zM8 394h38v56H8zM206 264h50v104h-50zM206 390h58v70h-58zM96 386h74v68H96zM74 478h98v60H74zM200 480h76v64h-76zM0 478h42v60H0z"
        fill={block}
      />
      <path d="M72 130h98v108H72z" fill={park} />
      <path
        d="M83 152a9 9 0 1 1 0 .1zM108 146a6 6 0 1 1 0 .1zM140 154a10 10 0 1 1 0 .1zM86 212a8 8 0 1 1 0 .1zM141 214a7 7 0 1 1 0 .1z"
        fill={tree}
      />
      <g fill="none" stroke={street}>
        <path d="M96 232C100 190 140 196 146 140" strokeWidth={3} />
        <path
          strokeWidth={12}
          d="M60-10v620M182-10v620M-10 120h300M-10 252h300M-10 378h300M-10 466h300M-10 500 290 60"
        />
        <path strokeWidth={5} d="M120 252v126M232 120v132M120 466v140M-10 64h300M232 378v88" />
      </g>
    </g>
  );
}

interface MapRouteProps {
  d: string;
  driven?: string;
  color?: string;
  edge?: string;
}

/** A route along the streets, and the part of it that is driven. */
export function MapRoute({
  d,
  driven,
  color = paint.violet600,
  edge = paint.paper,
}: MapRouteProps) {
  return (
    <g>
      <Stroke d={d} color={edge} width={11} />
      <Stroke d={d} color={color} width={6} />
      {driven && <Stroke d={driven} color={paint.violet300} width={6} />}
    </g>
  );
}

interface MapSign {
  x: number;
  y: number;
  scale?: number;
}

/** Where a route starts. */
export function MapOrigin({ x, y }: MapSign) {
  return <circle cx={x} cy={y} r={9} fill={paint.paper} stroke={paint.violet600} strokeWidth={5} />;
}

/** Where a parcel goes. `x`, `y` is the tip. */
export function MapPin({
  x,
  y,
  scale = 1,
  color = paint.signal,
  eye = paint.paper,
}: MapSign & { color?: string; eye?: string }) {
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
