import { paint } from '../../paint.ts';
import { HomeIndicator, Initials, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

interface Bubble {
  y: number;
  width: number;
  lines: string[];
  from: 'driver' | 'client';
}

const bubbles: Bubble[] = [
  {
    y: 132,
    width: 168,
    from: 'driver',
    lines: ["Hi, it's Daniel. I have", 'your parcel with me.'],
  },
  { y: 196, width: 150, from: 'client', lines: ['Great! Ring twice,', 'the bell is quiet.'] },
  { y: 260, width: 142, from: 'driver', lines: ['Will do. Five minutes.'] },
  { y: 428, width: 96, from: 'client', lines: ['See you soon'] },
];

/** Messages with the driver, and the button that calls. */
export function MessageScreen() {
  return (
    <>
      <rect width={276} height={596} fill={paint.mist} />
      <rect width={276} height={104} fill={paint.paper} />
      <path d="M0 104h276" stroke={paint.line} />
      <StatusBar time="2:21" />
      <Initials x={20} y={52} size={38}>
        DR
      </Initials>
      <Words x={68} y={68} size="button" weight="semibold">
        Daniel R.
      </Words>
      <Words x={68} y={85} size="small" weight="semibold" fill={paint.success}>
        On the way
      </Words>
      <rect x={216} y={51} width={40} height={40} rx={13} fill={paint.violet600} />
      <path
        transform="translate(11 -466)"
        d="M220.6 531.2h3.2l1.5 3.9-2 1.4a9.4 9.4 0 0 0 4.2 4.2l1.4-2 3.9 1.5v3.2a1.6 1.6 0 0 1-1.7 1.6 12.6 12.6 0 0 1-12.1-12.1 1.6 1.6 0 0 1 1.6-1.7Z"
        fill={paint.paper}
      />
      {bubbles.map((bubble) => (
        <Message key={bubble.y} {...bubble} />
      ))}
      <g>
        <rect x={16} y={310} width={188} height={102} rx={18} fill={paint.paper} />
        <rect x={26} y={320} width={168} height={56} rx={10} fill={paint.lilac} />
        <path d="M26 352h168M92 320v56M154 320v56" stroke={paint.paper} strokeWidth={6} />
        <path
          d="M92 366v-14h62v-18"
          fill="none"
          stroke={paint.violet600}
          strokeWidth={4}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx={154} cy={332} r={6} fill={paint.signal} />
        <Words x={30} y={397} size="small" weight="semibold">
          Arriving in 5 min
        </Words>
      </g>
      <rect x={16} y={524} width={244} height={44} rx={22} fill={paint.paper} stroke={paint.line} />
      <Words x={34} y={551} fill={paint.ink500}>
        Write a message
      </Words>
      <circle cx={238} cy={546} r={16} fill={paint.violet600} />
      <path
        d="M238 552v-12m-5 5 5-5 5 5"
        fill="none"
        stroke={paint.paper}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <HomeIndicator />
    </>
  );
}

function Message({ y, width, lines, from }: Bubble) {
  const isDriver = from === 'driver';
  const x = isDriver ? 16 : 260 - width;
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={20 + lines.length * 17}
        rx={16}
        fill={isDriver ? paint.paper : paint.violet600}
      />
      {lines.map((line, index) => (
        <Words
          key={line}
          x={x + 14}
          y={y + 23 + index * 17}
          size="small"
          fill={isDriver ? paint.ink900 : paint.paper}
        >
          {line}
        </Words>
      ))}
    </g>
  );
}
