import { paint } from '../../paint.ts';
import { MapOrigin, MapPin, MapRoute, StreetMap } from './map-parts.tsx';
import { AppButton, HomeIndicator, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

/** A new request, for the driver to accept or decline. */
export function DriverRequestScreen() {
  return (
    <>
      <StreetMap />
      <rect width={276} height={40} fill={paint.lilac} opacity={0.85} />
      <StatusBar time="2:04" />
      <MapRoute d="M60 240v12h122V138" />
      <MapOrigin x={60} y={232} />
      <MapPin x={182} y={134} />
      <path d="M0 312a28 28 0 0 1 28-28h220a28 28 0 0 1 28 28v284H0Z" fill={paint.paper} />
      <Words x={24} y={322} size="small" weight="semibold" fill={paint.violet700}>
        New request · Express
      </Words>
      <Words x={24} y={362} size="figure" weight="bold" face="display">
        $11.40
      </Words>
      <rect x={182} y={336} width={70} height={28} rx={14} fill={paint.lilac} />
      <Words x={217} y={354.5} size="small" weight="semibold" anchor="middle">
        2.1 mi
      </Words>
      <circle cx={33} cy={394} r={4.5} fill="none" stroke={paint.violet600} strokeWidth={2.6} />
      <path
        d="M33 404v26"
        stroke={paint.violet600}
        strokeWidth={2.2}
        strokeDasharray="0.1 5.6"
        strokeLinecap="round"
      />
      <circle cx={33} cy={437} r={5} fill={paint.signal} />
      <Words x={50} y={398} weight="semibold">
        Petal & Post, 14 Market Street
      </Words>
      <Words x={50} y={414} size="caption" fill={paint.ink500}>
        4 min away
      </Words>
      <Words x={50} y={441} weight="semibold">
        208 Harbour Road
      </Words>
      <Words x={50} y={457} size="caption" fill={paint.ink500}>
        1 parcel, signature required
      </Words>
      <rect x={24} y={478} width={228} height={4} rx={2} fill={paint.line} />
      <rect x={24} y={478} width={152} height={4} rx={2} fill={paint.violet600} />
      <AppButton y={504} x={20} width={92} fill={paint.lilac} color={paint.violet700}>
        Decline
      </AppButton>
      <AppButton y={504} x={120} width={136} fill={paint.lime} color={paint.ink950}>
        Accept
      </AppButton>
      <HomeIndicator />
    </>
  );
}
