import { paint } from '../../paint.ts';
import { AppButton, Card, HomeIndicator, ScreenTitle, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

const speeds = [
  { name: 'Express', when: 'Straight to the door', icon: 'M0-7 -5 1h4l-1 6L4-2H0l1-5Z' },
  { name: 'Standard', when: 'Sometime today', icon: 'M-7-3 0-7l7 4v7l-7 4-7-4Zm0 0 7 4 7-4M0 1v7' },
  {
    name: 'Scheduled',
    when: 'Pick a day and hour',
    icon: 'M0-7a7 7 0 1 0 0 14A7 7 0 0 0 0-7Zm0 3v4l3 2',
  },
];

/** A new delivery: from where, to where, how fast. */
export function NewDeliveryScreen() {
  return (
    <>
      <rect width={276} height={596} fill={paint.mist} />
      <StatusBar time="2:02" />
      <ScreenTitle>New delivery</ScreenTitle>
      <Card y={94} height={122}>
        <path
          d="M42 132v44"
          stroke={paint.violet600}
          strokeWidth={2.4}
          strokeDasharray="0.1 6.4"
          strokeLinecap="round"
        />
        <circle cx={42} cy={124} r={5} fill="none" stroke={paint.violet600} strokeWidth={3} />
        <circle cx={42} cy={184} r={6} fill={paint.signal} />
        <Words x={60} y={120} size="caption" fill={paint.ink500}>
          Pickup
        </Words>
        <Words x={60} y={137} size="body" weight="semibold">
          14 Market Street
        </Words>
        <path d="M60 155h180" stroke={paint.line} />
        <Words x={60} y={179} size="caption" fill={paint.ink500}>
          Drop-off
        </Words>
        <Words x={60} y={196} size="body" weight="semibold">
          208 Harbour Road
        </Words>
      </Card>
      <Words x={22} y={247} size="body" weight="semibold">
        How fast?
      </Words>
      {speeds.map(({ name, when, icon }, index) => (
        <Speed
          key={name}
          y={260 + index * 68}
          name={name}
          when={when}
          icon={icon}
          selected={index === 0}
        />
      ))}
      <Words x={22} y={494} size="small" fill={paint.ink500}>
        1 parcel, up to 5 kg
      </Words>
      <Words x={254} y={494} size="small" weight="semibold" fill={paint.violet700} anchor="end">
        Change
      </Words>
      <AppButton y={516}>See the price</AppButton>
      <HomeIndicator />
    </>
  );
}

function Speed({
  y,
  name,
  when,
  icon,
  selected,
}: {
  y: number;
  name: string;
  when: string;
  icon: string;
  selected: boolean;
}) {
  return (
    <Card y={y} height={58} selected={selected}>
      <rect
        x={32}
        y={y + 12}
        width={34}
        height={34}
        rx={10}
        fill={selected ? paint.violet600 : paint.lilac}
      />
      <path
        transform={`translate(49 ${y + 29})`}
        d={icon}
        fill="none"
        stroke={selected ? paint.paper : paint.violet700}
        strokeWidth={1.6}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <Words x={78} y={y + 26} size="body" weight="semibold">
        {name}
      </Words>
      <Words x={78} y={y + 43} size="caption" fill={paint.ink500}>
        {when}
      </Words>
      <circle
        cx={236}
        cy={y + 29}
        r={8}
        fill={paint.paper}
        stroke={selected ? paint.violet600 : paint.lineStrong}
        strokeWidth={selected ? 5 : 1.4}
      />
    </Card>
  );
}
