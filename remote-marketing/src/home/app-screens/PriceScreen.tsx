import { paint } from '../../paint.ts';
import { MapOrigin, MapPin, MapRoute, StreetMap } from './map-parts.tsx';
import { AppButton, Card, HomeIndicator, ScreenTitle, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

// A sample, like everything that the app's pictures show.
const lines = [
  { name: 'Express delivery', price: '$9.00' },
  { name: 'Distance, 3.2 mi', price: '$4.60' },
];

/** The price, before it is confirmed. */
export function PriceScreen() {
  return (
    <>
      <rect width={276} height={596} fill={paint.mist} />
      <StatusBar time="2:02" />
      <ScreenTitle>Price and confirm</ScreenTitle>
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
        <circle cx={40} cy={264} r={4.5} fill="none" stroke={paint.violet600} strokeWidth={2.6} />
        <path
          d="M40 273v20"
          stroke={paint.violet600}
          strokeWidth={2.2}
          strokeDasharray="0.1 5.6"
          strokeLinecap="round"
        />
        <circle cx={40} cy={297} r={5} fill={paint.signal} />
        <Words x={56} y={268} weight="semibold">
          14 Market Street
        </Words>
        <Words x={56} y={301} weight="semibold">
          208 Harbour Road
        </Words>
      </Card>
      <Card y={332} height={138}>
        {lines.map(({ name, price }, index) => (
          <g key={name}>
            <Words x={36} y={360 + index * 26} fill={paint.ink600}>
              {name}
            </Words>
            <Words x={240} y={360 + index * 26} weight="semibold" anchor="end">
              {price}
            </Words>
          </g>
        ))}
        <path d="M36 404h204" stroke={paint.line} />
        <Words x={36} y={447} size="subtitle" weight="semibold">
          Total
        </Words>
        <Words x={240} y={450} size="figure" weight="bold" face="display" anchor="end">
          $13.60
        </Words>
      </Card>
      <Words x={138} y={494} size="small" fill={paint.ink500} anchor="middle">
        You pay in the app. Nothing at the door.
      </Words>
      <AppButton y={516}>Confirm delivery</AppButton>
      <HomeIndicator />
    </>
  );
}
