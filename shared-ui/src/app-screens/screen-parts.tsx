import type { ReactNode } from 'react';
import * as paint from '../drawing/paint.ts';
import { Stroke } from '../drawing/Stroke.tsx';
import { SvgText } from '../drawing/SvgText.tsx';

/** Size of a screen, in the units it is drawn in. */
const screenSize = { width: 276, height: 596 };
const column = { x: 20, width: 236 };

interface AppScreenProps {
  /** All screens tell of one delivery: each has the time at which it would be looked at. */
  time: string;
  ground?: string;
  /** Colour of the status bar. */
  bar?: string;
  children: ReactNode;
}

/** What every screen has: its ground, the status bar, and the bar that phones are swiped away by. */
export function AppScreen({
  time,
  ground = paint.mist,
  bar = paint.ink900,
  children,
}: AppScreenProps) {
  return (
    <>
      <rect {...screenSize} fill={ground} />
      {children}
      <StatusBar time={time} fill={bar} />
      <rect x={92} y={585} width={92} height={4} rx={2} fill={paint.ink900} />
    </>
  );
}

/** The way back and the title of a screen. */
export function ScreenTitle({ text }: { text: string }) {
  return (
    <>
      <Stroke d="M28 59l-7 7 7 7" color={paint.ink900} width={2} />
      <SvgText x={42} y={72} size="title" text={text} />
    </>
  );
}

function StatusBar({ time, fill }: { time: string; fill: string }) {
  return (
    <g fill={fill}>
      <SvgText x={24} y={27} size="small" weight="semibold" fill={fill} text={time} />
      <Stroke d="M205.3 23.8v1.9m4.2 0v-4.4m4.2 4.4v-6.9" color={fill} width={2.6} />
      <g opacity={0.5} strokeWidth={1.1}>
        <rect x={222.6} y={17.6} width={22} height={10.8} rx={3.4} fill="none" stroke={fill} />
        <rect x={245.9} y={21} width={1.6} height={4} rx={0.8} />
      </g>
      <rect x={224.4} y={19.4} width={14} height={7.2} rx={1.8} />
    </g>
  );
}

interface AppButtonProps {
  y: number;
  text: string;
  fill?: string;
  color?: string;
  x?: number;
  width?: number;
}

/** A button of the app, 46 high, as wide as the screen's column unless told otherwise. */
export function AppButton({
  y,
  text,
  fill = paint.violet600,
  color = paint.paper,
  x = column.x,
  width = column.width,
}: AppButtonProps) {
  const label = { x: x + width / 2, y: y + 28, text, fill: color };
  return (
    <g>
      <rect x={x} y={y} width={width} height={46} rx={14} fill={fill} />
      <SvgText {...label} size="button" weight="semibold" anchor="middle" />
    </g>
  );
}

interface CardProps {
  y: number;
  height: number;
  isSelected?: boolean;
  children: ReactNode;
}

/** A white card with a hairline; a selected one has a violet edge. */
export function Card({ y, height, isSelected, children }: CardProps) {
  const edge = isSelected
    ? { stroke: paint.violet600, strokeWidth: 2 }
    : { stroke: paint.line, strokeWidth: 1 };
  return (
    <g>
      <rect {...column} y={y} height={height} rx={16} fill={paint.paper} {...edge} />
      {children}
    </g>
  );
}

/** A person's initials on a rounded square. */
export function Initials({ x, y, size = 36 }: { x: number; y: number; size?: number }) {
  const middle = { x: x + size / 2, y: y + size * 0.63, text: 'DR', fill: paint.ink950 };
  return (
    <g>
      <rect x={x} y={y} width={size} height={size} rx={size * 0.32} fill={paint.amber} />
      <SvgText {...middle} size={size < 40 ? 'small' : 'subtitle'} weight="bold" anchor="middle" />
    </g>
  );
}

/** From a ring down to a point, by dots: pickup and drop-off. `y` and `to` are their middles. */
export function FromTo({ x, y, to }: { x: number; y: number; to: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={4.5} fill="none" stroke={paint.violet600} strokeWidth={2.6} />
      <Stroke d={`M${x} ${y + 9}V${to - 6}`} color={paint.violet600} width={2.2} dots={5.6} />
      <circle cx={x} cy={to} r={5} fill={paint.signal} />
    </g>
  );
}

interface HandsetProps {
  x: number;
  y: number;
  scale?: number;
  fill: string;
}

/** The handset of a button that calls. `x`, `y` is the middle. */
export function Handset({ x, y, scale = 1, fill }: HandsetProps) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${scale})`}
      d="M-6-6.6h3.2l1.5 3.9-2 1.4a9.4 9.4 0 0 0 4.2 4.2l1.4-2 3.9 1.5v3.2a1.6 1.6 0 0 1-1.7 1.6A12.6 12.6 0 0 1-7.6-4.9 1.6 1.6 0 0 1-6-6.6Z"
      fill={fill}
    />
  );
}

interface TwoLinesProps {
  x: number;
  y: number;
  value: string;
  note: string;
  isNoteAbove?: boolean;
}

/** A line that matters, and a small one that explains it. `y` is the baseline of the first. */
export function TwoLines({ x, y, value, note, isNoteAbove }: TwoLinesProps) {
  const small = { x, y: y + (isNoteAbove ? -17 : 16), text: note, fill: paint.ink500 };
  return (
    <>
      <SvgText x={x} y={y} weight="semibold" text={value} />
      <SvgText {...small} size="caption" />
    </>
  );
}

/** A small line in the middle of the screen. */
export function FootNote({ y, text }: { y: number; text: string }) {
  return <SvgText x={138} y={y} size="small" fill={paint.ink500} anchor="middle" text={text} />;
}

/** Lets the status bar be read on a map. */
export function MapHeader() {
  return <rect width={276} height={40} fill={paint.lilac} opacity={0.85} />;
}
