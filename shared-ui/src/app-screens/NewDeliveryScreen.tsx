import * as paint from '../drawing/paint.ts';
import { Stroke } from '../drawing/Stroke.tsx';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppButton, AppScreen, Card, FromTo, ScreenTitle, TwoLines } from './screen-parts.tsx';

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
    <AppScreen time="2:02">
      <ScreenTitle text="New delivery" />
      <Card y={94} height={122}>
        <FromTo x={42} y={124} to={184} />
        <TwoLines x={60} y={137} value="14 Market Street" note="Pickup" isNoteAbove />
        <path d="M60 155h180" stroke={paint.line} />
        <TwoLines x={60} y={196} value="208 Harbour Road" note="Drop-off" isNoteAbove />
      </Card>
      <SvgText x={22} y={247} weight="semibold" text="How fast?" />
      {speeds.map((speed, index) => (
        <g key={speed.name} transform={`translate(0 ${index * 68})`}>
          <Speed {...speed} isSelected={index === 0} />
        </g>
      ))}
      <SvgText x={22} y={494} size="small" fill={paint.ink500} text="1 parcel, up to 5 kg" />
      <SvgText x={254} y={494} size="small" {...change} text="Change" />
      <AppButton y={516} text="See the price" />
    </AppScreen>
  );
}

const change = { weight: 'semibold', fill: paint.violet700, anchor: 'end' } as const;

type SpeedProps = (typeof speeds)[number] & { isSelected: boolean };

function Speed({ name, when, icon, isSelected }: SpeedProps) {
  const [ground, ink] = isSelected
    ? [paint.violet600, paint.paper]
    : [paint.lilac, paint.violet700];
  const radio = isSelected
    ? { stroke: paint.violet600, strokeWidth: 5 }
    : { stroke: paint.lineStrong, strokeWidth: 1.4 };
  return (
    <Card y={260} height={58} isSelected={isSelected}>
      <rect x={32} y={272} width={34} height={34} rx={10} fill={ground} />
      <Stroke transform="translate(49 289)" d={icon} color={ink} width={1.6} />
      <TwoLines x={78} y={286} value={name} note={when} />
      <circle cx={236} cy={289} r={8} fill={paint.paper} {...radio} />
    </Card>
  );
}
