import { MapOrigin, MapPin, MapRoute, MapVan, StreetMap } from '../drawing/map.tsx';
import * as paint from '../drawing/paint.ts';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppScreen, Handset, Initials, MapHeader } from './screen-parts.tsx';

/** Live tracking: the map, and how long it still takes. */
export function TrackingScreen() {
  return (
    <AppScreen time="2:14">
      <StreetMap />
      <MapHeader />
      <MapRoute d="M60 404V252h122V128" driven="M60 404V252h50" />
      <MapOrigin x={60} y={408} />
      <MapPin x={182} y={124} />
      <MapVan x={122} y={252} />
      <rect x={20} y={48} width={122} height={34} rx={17} fill={paint.paper} />
      <circle cx={38} cy={65} r={5} fill={paint.success} />
      <SvgText x={50} y={69.5} {...small} text="Live · KG-4127" />
      <rect x={14} y={430} width={248} height={152} rx={22} fill={paint.ink950} opacity={0.08} />
      <rect x={14} y={428} width={248} height={152} rx={22} fill={paint.paper} />
      <SvgText x={32} y={456} {...small} fill={paint.violet700} text="Express delivery" />
      <SvgText x={32} y={483} size="title" text="Arriving in 12 min" />
      <rect x={32} y={498} width={212} height={6} rx={3} fill={paint.line} />
      <rect x={32} y={498} width={138} height={6} rx={3} fill={paint.violet600} />
      <Initials x={32} y={520} />
      <SvgText x={78} y={535} weight="semibold" text="Daniel R." />
      <SvgText x={78} y={552} size="small" fill={paint.ink500} text="Driver on the way" />
      <rect x={208} y={520} width={36} height={36} rx={12} fill={paint.lilac} />
      <Handset x={226.6} y={537.8} fill={paint.violet600} />
    </AppScreen>
  );
}

const small = { size: 'small', weight: 'semibold' } as const;
