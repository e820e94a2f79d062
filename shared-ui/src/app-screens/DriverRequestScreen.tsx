import { MapOrigin, MapPin, MapRoute, StreetMap } from '../drawing/map.tsx';
import * as paint from '../drawing/paint.ts';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppButton, AppScreen, FromTo, MapHeader, TwoLines } from './screen-parts.tsx';

/** A new request, for the driver to accept or decline. */
export function DriverRequestScreen() {
  return (
    <AppScreen time="2:04">
      <StreetMap />
      <MapHeader />
      <MapRoute d="M60 240v12h122V138" />
      <MapOrigin x={60} y={232} />
      <MapPin x={182} y={134} />
      <path d="M0 312a28 28 0 0 1 28-28h220a28 28 0 0 1 28 28v284H0Z" fill={paint.paper} />
      <SvgText x={24} y={322} {...small} fill={paint.violet700} text="New request · Express" />
      <SvgText x={24} y={362} size="figure" text="$11.40" />
      <rect x={182} y={336} width={70} height={28} rx={14} fill={paint.lilac} />
      <SvgText x={217} y={354.5} {...small} anchor="middle" text="2.1 mi" />
      <FromTo x={33} y={394} to={437} />
      <TwoLines x={50} y={398} value="Petal & Post, 14 Market Street" note="4 min away" />
      <TwoLines x={50} y={441} value="208 Harbour Road" note="1 parcel, signature required" />
      <rect x={24} y={478} width={228} height={4} rx={2} fill={paint.line} />
      <rect x={24} y={478} width={152} height={4} rx={2} fill={paint.violet600} />
      <AppButton y={504} width={92} fill={paint.lilac} color={paint.violet700} text="Decline" />
      <AppButton y={504} x={120} width={136} fill={paint.lime} color={paint.ink950} text="Accept" />
    </AppScreen>
  );
}

const small = { size: 'small', weight: 'semibold' } as const;
