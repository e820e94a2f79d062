import * as paint from '../drawing/paint.ts';
import { Stroke } from '../drawing/Stroke.tsx';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppScreen, Card, TwoLines } from './screen-parts.tsx';

const weekdays = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];
const heights = [52, 78, 44, 92, 104, 66, 0];
const best = Math.max(...heights);

const paid = [
  { name: 'KG-4127 · Express', when: 'Today, 2:26 PM', amount: '$11.40' },
  { name: 'KG-4119 · Standard', when: 'Today, 12:05 PM', amount: '$7.80' },
  { name: 'KG-4102 · Scheduled', when: 'Today, 9:30 AM', amount: '$9.20' },
];

/** What a driver earned this week. */
export function DriverPaidScreen() {
  return (
    <AppScreen time="2:31" bar={paint.paper}>
      <path d="M0 0h276v268a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28Z" fill={paint.ink950} />
      <SvgText x={24} y={72} fill={paint.ink300} text="This week" />
      <SvgText x={24} y={106} size="figure" fill={paint.paper} text="$642.80" />
      <rect x={176} y={82} width={76} height={28} rx={14} fill={paint.lime} />
      <SvgText x={214} y={100.5} size="small" weight="semibold" anchor="middle" text="Paid out" />
      {heights.map((height, index) => (
        <g key={height} transform={`translate(${26 + index * 33} 0)`}>
          <rect y={140} width={22} height={116} rx={8} fill={paint.ink800} />
          <rect
            y={256 - height}
            width={22}
            height={height}
            rx={8}
            fill={height === best ? paint.lime : paint.violet500}
          />
          <SvgText
            {...{ x: 11, y: 278, text: weekdays[index] ?? '', fill: paint.ink300 }}
            size="caption"
            weight="semibold"
            anchor="middle"
          />
        </g>
      ))}
      <SvgText x={22} y={330} weight="semibold" text="Deliveries" />
      {paid.map(({ name, when, amount }, index) => (
        <g key={name} transform={`translate(0 ${index * 70})`}>
          <Card y={344} height={60}>
            <rect x={32} y={356} width={36} height={36} rx={11} fill={paint.lilac} />
            <Stroke d="m43 374 5 5 9-10" color={paint.violet600} width={2.4} />
            <TwoLines x={78} y={371} value={name} note={when} />
            <SvgText x={244} y={379} weight="semibold" anchor="end" text={amount} />
          </Card>
        </g>
      ))}
    </AppScreen>
  );
}
