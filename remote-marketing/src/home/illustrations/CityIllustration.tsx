import { Drawing } from 'shared-ui/drawing/Drawing';
import { MapPin, MapVan, Parcel } from 'shared-ui/drawing/map';
import * as paint from 'shared-ui/drawing/paint';
import { Signature } from 'shared-ui/drawing/Signature';
import { Stroke } from 'shared-ui/drawing/Stroke';
import { SvgText } from 'shared-ui/drawing/SvgText';

const label =
  'A map of a town: a parcel picked up at a shop, a van on its way, and a signed delivery.';

/** A delivery across town: picked up, on the way, delivered. */
export function CityIllustration() {
  return (
    <Drawing
      role="img"
      aria-label={label}
      w="full"
      h="auto"
      borderRadius="panel"
      viewBox="0 0 700 540"
    >
      <rect width={700} height={540} fill={paint.lilac} />
      <Town />
      <Route />
      <g transform="translate(40 424)">
        <rect y={3} width={250} height={84} rx={20} fill={paint.ink950} opacity={0.07} />
        <rect width={250} height={84} rx={20} fill={paint.paper} />
        <Parcel x={20} y={21} size={42} />
        <SvgText x={80} y={38} size="subtitle" weight="semibold" text="Picked up" />
        <SvgText x={80} y={60} size="button" fill={paint.ink500} text="14 Market Street" />
      </g>
      <g transform="translate(400 300)">
        <rect y={4} width={264} height={196} rx={22} fill={paint.ink950} opacity={0.07} />
        <rect width={264} height={196} rx={22} fill={paint.paper} />
        <circle cx={40} cy={42} r={16} fill={paint.lime} />
        <Stroke d="m33 42 5 5 9-10" color={paint.ink950} width={2.8} />
        <SvgText x={68} y={48} size="subtitle" weight="semibold" text="Delivered and signed" />
        <rect x={24} y={76} width={216} height={78} rx={12} fill={paint.mist} />
        <Signature x={52} y={134} />
        <SvgText x={24} y={177} size="button" fill={paint.ink500} text="M. Lee, 208 Harbour Road" />
      </g>
    </Drawing>
  );
}

/** Blocks of houses, a park with its trees, and the streets between them. */
function Town() {
  return (
    <g>
      <path
        d="M24 24h86v70H24zM158 20h120v74H158zM326 20h92v74h-92zM612 20h70v74h-70zM24 146h86v86H24zM24 420h86v96H24zM326 282h92v84h-92zM466 282h98v84h-98zM612 146h70v86h-70zM612 282h70v84h-70zM466 420h98v96h-98zM326 420h92v96h-92zM158 420h120v96H158zM24 282h50v84H24z"
        fill={paint.block}
      />
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
      <g fill="none" stroke={paint.paper}>
        <path d="M152 196c60-44 90 20 150-14s70-30 120-20" strokeWidth={5} />
        <path
          strokeWidth={20}
          d="M134-10v560M442-10v560M588-10v560M-10 118h720M-10 258h720M-10 393h720"
        />
        <path strokeWidth={9} d="M302-10v128M302 258v292M515 258v135M-10 470h144M515 393v157" />
        <path strokeWidth={20} d="M60 560 720 30" />
      </g>
    </g>
  );
}

function Route() {
  const whole = 'M134 393V258h308V118h146';
  const driven = 'M134 393V258h186';
  return (
    <g>
      <Stroke d={whole} color={paint.paper} width={18} />
      <Stroke d={whole} color={paint.violet600} width={7} dots={14} />
      <Stroke d={driven} color={paint.paper} width={18} />
      <Stroke d={driven} color={paint.violet600} width={8} />
      <g fill={paint.paper} stroke={paint.violet600} strokeWidth={8}>
        <circle cx={134} cy={393} r={14} />
      </g>
      <MapPin x={588} y={112} scale={1.5} />
      <MapVan x={334} y={258} scale={1.35} />
    </g>
  );
}
