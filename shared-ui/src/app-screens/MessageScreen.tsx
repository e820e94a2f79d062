import * as paint from '../drawing/paint.ts';
import { Stroke } from '../drawing/Stroke.tsx';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppScreen, Handset, Initials } from './screen-parts.tsx';

interface Message {
  y: number;
  width: number;
  lines: string[];
  isDriver: boolean;
}

const messages: Message[] = [
  {
    y: 132,
    width: 168,
    isDriver: true,
    lines: ["Hi, it's Daniel. I have", 'your parcel with me.'],
  },
  { y: 196, width: 150, isDriver: false, lines: ['Great! Ring twice,', 'the bell is quiet.'] },
  { y: 260, width: 142, isDriver: true, lines: ['Will do. Five minutes.'] },
  { y: 428, width: 96, isDriver: false, lines: ['See you soon'] },
];

/** Messages with the driver, and the button that calls. */
export function MessageScreen() {
  return (
    <AppScreen time="2:21">
      <path d="M0 0h276v104H0Z" fill={paint.paper} />
      <path d="M0 104h276" stroke={paint.line} />
      <Initials x={20} y={52} size={38} />
      <SvgText x={68} y={68} size="button" weight="semibold" text="Daniel R." />
      <SvgText x={68} y={85} {...small} fill={paint.success} text="On the way" />
      <rect x={216} y={51} width={40} height={40} rx={13} fill={paint.violet600} />
      <Handset x={237.6} y={71.8} fill={paint.paper} />
      {messages.map((message) => (
        <Bubble key={message.y} {...message} />
      ))}
      <rect x={16} y={310} width={188} height={102} rx={18} fill={paint.paper} />
      <rect x={26} y={320} width={168} height={56} rx={10} fill={paint.lilac} />
      <path d="M26 352h168M92 320v56M154 320v56" stroke={paint.paper} strokeWidth={6} />
      <Stroke d="M92 366v-14h62v-18" color={paint.violet600} width={4} />
      <circle cx={154} cy={332} r={6} fill={paint.signal} />
      <SvgText x={30} y={397} {...small} text="Arriving in 5 min" />
      <rect x={16} y={524} width={244} height={44} rx={22} fill={paint.paper} stroke={paint.line} />
      <SvgText x={34} y={551} fill={paint.ink500} text="Write a message" />
      <circle cx={238} cy={546} r={16} fill={paint.violet600} />
      <Stroke d="M238 552v-12m-5 5 5-5 5 5" color={paint.paper} width={2} />
    </AppScreen>
  );
}

const small = { size: 'small', weight: 'semibold' } as const;

function Bubble({ y, width, lines, isDriver }: Message) {
  const x = isDriver ? 16 : 260 - width;
  const [ground, ink] = isDriver ? [paint.paper, paint.ink900] : [paint.violet600, paint.paper];
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={width} height={20 + lines.length * 17} rx={16} fill={ground} />
      {lines.map((line, index) => (
        <SvgText key={line} x={14} y={23 + index * 17} size="small" fill={ink} text={line} />
      ))}
    </g>
  );
}
