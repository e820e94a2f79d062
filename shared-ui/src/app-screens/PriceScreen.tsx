import { MapOrigin, MapPin, MapRoute, StreetMap } from '../drawing/map.tsx';
import * as paint from '../drawing/paint.ts';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppButton, AppScreen, Card, FootNote, FromTo, ScreenTitle } from './screen-parts.tsx';

// A sample, like everything that the app's pictures show.
const lines = [
  { name: 'Express delivery', price: '$9.00', y: 360 },
  { name: 'Distance, 3.2 mi', price: '$4.60', y: 386 },
];

/** The price, before it is confirmed. */
export function PriceScreen() {
  return (
    <AppScreen time="2:02">
      <ScreenTitle text="Price and confirm" />
      <svg x={20} y={94} width={236} height={132} viewBox="20 130 236 132" aria-hidden>
        <StreetMap />
        <MapRoute d="M60 252h122V160" />
        <MapOrigin x={60} y={240} />
        <MapPin x={182} y={192} scale={0.7} />
      </svg>
      <path
        fillRule="evenodd"
        d="M18 92h240v136H18ZM36 94a16 16 0 0 0-16 16v100a16 16 0 0 0 16 16h204a16 16 0 0 0 16-16V110a16 16 0 0 0-16-16Z"
        fill={paint.mist}
      />
      <Card y={240} height={78}>
        <FromTo x={40} y={264} to={297} />
        <SvgText x={56} y={268} weight="semibold" text="14 Market Street" />
        <SvgText x={56} y={301} weight="semibold" text="208 Harbour Road" />
      </Card>
      <Card y={332} height={138}>
        {lines.map(({ name, price, y }) => (
          <g key={name}>
            <SvgText x={36} y={y} fill={paint.ink600} text={name} />
            <SvgText x={240} y={y} weight="semibold" anchor="end" text={price} />
          </g>
        ))}
        <path d="M36 404h204" stroke={paint.line} />
        <SvgText x={36} y={447} size="subtitle" weight="semibold" text="Total" />
        <SvgText x={240} y={450} size="figure" anchor="end" text="$13.60" />
      </Card>
      <FootNote y={494} text="You pay in the app. Nothing at the door." />
      <AppButton y={516} text="Confirm delivery" />
    </AppScreen>
  );
}
