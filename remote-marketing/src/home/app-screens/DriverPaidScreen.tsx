import { paint } from '../../paint.ts';
import { Card, HomeIndicator, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

const days = [
  { day: 'M', height: 52 },
  { day: 'T', height: 78 },
  { day: 'W', height: 44 },
  { day: 'T', height: 92 },
  { day: 'F', height: 104 },
  { day: 'S', height: 66 },
  { day: 'S', height: 0 },
];

const paid = [
  { name: 'KG-4127 · Express', when: 'Today, 2:26 PM', amount: '$11.40' },
  { name: 'KG-4119 · Standard', when: 'Today, 12:05 PM', amount: '$7.80' },
  { name: 'KG-4102 · Scheduled', when: 'Today, 9:30 AM', amount: '$9.20' },
];

/** What a driver earned this week. */
export function DriverPaidScreen() {
  return (
    <>
      <rect y={240} width={276} height={356} fill={paint.mist} />
      <path d="M0 0h276v268a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28Z" fill={paint.ink950} />
      <StatusBar time="2:31" fill={paint.paper} />
      <Words x={24} y={72} fill={paint.ink300}>
        This week
      </Words>
      <Words x={24} y={106} size="figure" weight="bold" face="display" fill={paint.paper}>
        $642.80
      </Words>
      <rect x={176} y={82} width={76} height={28} rx={14} fill={paint.lime} />
      <Words x={214} y={100.5} size="small" weight="semibold" fill={paint.ink950} anchor="middle">
        Paid out
      </Words>
      {days.map(({ day, height }, index) => (
        <g key={`${day}${height}`}>
          <rect x={26 + index * 33} y={140} width={22} height={116} rx={8} fill={paint.ink800} />
          <rect
            x={26 + index * 33}
            y={256 - height}
            width={22}
            height={height}
            rx={8}
            fill={index === 4 ? paint.lime : paint.violet500}
          />
          <Words
            x={37 + index * 33}
            y={278}
            size="caption"
            weight="semibold"
            fill={paint.ink300}
            anchor="middle"
          >
            {day}
          </Words>
        </g>
      ))}
      <Words x={22} y={330} weight="semibold">
        Deliveries
      </Words>
      {paid.map(({ name, when, amount }, index) => (
        <Card key={name} y={344 + index * 70} height={60}>
          <rect x={32} y={356 + index * 70} width={36} height={36} rx={11} fill={paint.lilac} />
          <path
            transform={`translate(50 ${374 + index * 70})`}
            d="m-7 0 5 5 9-10"
            fill="none"
            stroke={paint.violet600}
            strokeWidth={2.4}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <Words x={78} y={371 + index * 70} size="small" weight="semibold">
            {name}
          </Words>
          <Words x={78} y={388 + index * 70} size="caption" fill={paint.ink500}>
            {when}
          </Words>
          <Words x={244} y={379 + index * 70} weight="semibold" anchor="end">
            {amount}
          </Words>
        </Card>
      ))}
      <HomeIndicator />
    </>
  );
}
