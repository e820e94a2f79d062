import { paint } from '../../paint.ts';
import { Drawing } from '../app-screens/Drawing.tsx';
import { MapPin, MapVan, Parcel } from '../app-screens/map-parts.tsx';
import { Words } from '../app-screens/Words.tsx';

/** A delivery across town: picked up, on the way, delivered. */
export function CityRoute() {
  return (
    <Drawing
      role="img"
      aria-label="A map of a town: a parcel picked up at a shop, a van on its way, and a signed delivery."
      w="full"
      h="auto"
      borderRadius="panel"
      viewBox="0 0 700 540"
    >
      <rect width={700} height={540} fill={paint.lilac} />
      <Blocks />
      <Streets />
      <Way />
      <PickedUp />
      <Delivered />
    </Drawing>
  );
}

function Blocks() {
  return (
    <g>
      <g fill={paint.block}>
        <path d="M24 24h86v70H24zM158 20h120v74H158zM326 20h92v74h-92zM612 20h70v74h-70zM24 146h86v86H24zM24 420h86v96H24zM326 282h92v84h-92zM466 282h98v84h-98zM612 146h70v86h-70zM612 282h70v84h-70zM466 420h98v96h-98zM326 420h92v96h-92zM158 420h120v96H158zM24 282h50v84H24z" />
      </g>
      <path d="M152 140h270v98H152z" fill={paint.park} />
      <g fill={paint.tree}>
        <circle cx={184} cy={168} r={13} />
        <circle cx={216} cy={160} r={8} />
        <circle cx={182} cy={212} r={9} />
        <circle cx={386} cy={214} r={13} />
        <circle cx={352} cy={220} r={8} />
        <circle cx={392} cy={166} r={9} />
        <circle cx={300} cy={206} r={10} />
      </g>
      <path
        d="M152 196c60-44 90 20 150-14s70-30 120-20"
        fill="none"
        stroke={paint.paper}
        strokeWidth={5}
      />
    </g>
  );
}

function Streets() {
  return (
    <g fill="none" stroke={paint.paper}>
      <path
        strokeWidth={20}
        d="M134-10v560M442-10v560M588-10v560M-10 118h720M-10 258h720M-10 393h720"
      />
      <path strokeWidth={9} d="M302-10v128M302 258v292M515 258v135M-10 470h144M515 393v157" />
      <path strokeWidth={20} d="M60 560 720 30" />
    </g>
  );
}

function Way() {
  const way = 'M134 393V258h308V118h146';
  const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <g>
      <path d={way} {...line} stroke={paint.paper} strokeWidth={18} />
      <path d={way} {...line} stroke={paint.violet600} strokeWidth={7} strokeDasharray="0.1 14" />
      <path d="M134 393V258h186" {...line} stroke={paint.paper} strokeWidth={18} />
      <path d="M134 393V258h186" {...line} stroke={paint.violet600} strokeWidth={8} />
      <circle
        cx={134}
        cy={393}
        r={14}
        fill={paint.paper}
        stroke={paint.violet600}
        strokeWidth={8}
      />
      <MapPin x={588} y={112} scale={1.5} />
      <MapVan x={334} y={258} scale={1.35} />
    </g>
  );
}

function PickedUp() {
  return (
    <g transform="translate(40 424)">
      <rect y={3} width={250} height={84} rx={20} fill={paint.ink950} opacity={0.07} />
      <rect width={250} height={84} rx={20} fill={paint.paper} />
      <Parcel x={20} y={21} size={42} />
      <Words x={80} y={38} size="subtitle" weight="semibold">
        Picked up
      </Words>
      <Words x={80} y={60} size="button" fill={paint.ink500}>
        14 Market Street
      </Words>
    </g>
  );
}

function Delivered() {
  return (
    <g transform="translate(400 300)">
      <rect y={4} width={264} height={196} rx={22} fill={paint.ink950} opacity={0.07} />
      <rect width={264} height={196} rx={22} fill={paint.paper} />
      <circle cx={40} cy={42} r={16} fill={paint.lime} />
      <path
        d="m33 42 5 5 9-10"
        fill="none"
        stroke={paint.ink950}
        strokeWidth={2.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Words x={68} y={48} size="subtitle" weight="semibold">
        Delivered and signed
      </Words>
      <rect x={24} y={76} width={216} height={78} rx={12} fill={paint.mist} />
      <path
        d="M52 134c18-34 34-52 40-40s-26 50-14 48 20-34 28-30-8 26 2 24 12-18 20-18-2 18 8 16 14-26 22-24-4 24 6 22 18-12 42-20"
        fill="none"
        stroke={paint.ink900}
        strokeWidth={2.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Words x={24} y={177} size="button" fill={paint.ink500}>
        M. Lee, 208 Harbour Road
      </Words>
    </g>
  );
}
