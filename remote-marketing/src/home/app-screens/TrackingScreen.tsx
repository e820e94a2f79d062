import { paint } from '../../paint.ts';
import { MapOrigin, MapPin, MapRoute, MapVan, StreetMap } from './map-parts.tsx';
import { HomeIndicator, Initials, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

/** Live tracking: the map, and how long it still takes. */
export function TrackingScreen() {
  return (
    <>
      <StreetMap />
      <rect width={276} height={40} fill={paint.lilac} opacity={0.85} />
      <StatusBar time="2:14" />
      <MapRoute d="M60 404V252h122V128" driven="M60 404V252h50" />
      <MapOrigin x={60} y={408} />
      <MapPin x={182} y={124} />
      <MapVan x={122} y={252} />
      <rect x={20} y={48} width={122} height={34} rx={17} fill={paint.paper} />
      <circle cx={38} cy={65} r={5} fill={paint.success} />
      <Words x={50} y={69.5} size="small" weight="semibold">
        Live · KG-4127
      </Words>
      <g>
        <rect x={14} y={430} width={248} height={152} rx={22} fill={paint.ink950} opacity={0.08} />
        <rect x={14} y={428} width={248} height={152} rx={22} fill={paint.paper} />
        <Words x={32} y={456} size="small" weight="semibold" fill={paint.violet700}>
          Express delivery
        </Words>
        <Words x={32} y={483} size="title" weight="bold" face="display">
          Arriving in 12 min
        </Words>
        <rect x={32} y={498} width={212} height={6} rx={3} fill={paint.line} />
        <rect x={32} y={498} width={138} height={6} rx={3} fill={paint.violet600} />
        <Initials x={32} y={520}>
          DR
        </Initials>
        <Words x={78} y={535} size="body" weight="semibold">
          Daniel R.
        </Words>
        <Words x={78} y={552} size="small" fill={paint.ink500}>
          Driver on the way
        </Words>
        <rect x={208} y={520} width={36} height={36} rx={12} fill={paint.lilac} />
        <path
          d="M220.6 531.2h3.2l1.5 3.9-2 1.4a9.4 9.4 0 0 0 4.2 4.2l1.4-2 3.9 1.5v3.2a1.6 1.6 0 0 1-1.7 1.6 12.6 12.6 0 0 1-12.1-12.1 1.6 1.6 0 0 1 1.6-1.7Z"
          fill={paint.violet600}
        />
      </g>
      <HomeIndicator />
    </>
  );
}
