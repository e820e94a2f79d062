import type { ReactNode } from 'react';
import { paint } from '../../paint.ts';
import { screenSize } from './DeviceFrame.tsx';
import { Words } from './Words.tsx';

/** Time, reception and battery at the top of every screen. */
export function StatusBar({
  time,
  fill = paint.ink900,
}: {
  /** All screens tell of one delivery: each has the time at which it would be looked at. */
  time: string;
  fill?: string;
}) {
  return (
    <g fill={fill}>
      <Words x={24} y={27} size="small" weight="semibold" fill={fill}>
        {time}
      </Words>
      <rect x={204} y={22.5} width={2.6} height={4.5} rx={1} />
      <rect x={208.2} y={20} width={2.6} height={7} rx={1} />
      <rect x={212.4} y={17.5} width={2.6} height={9.5} rx={1} />
      <rect
        x={222.6}
        y={17.6}
        width={22}
        height={10.8}
        rx={3.4}
        fill="none"
        stroke={fill}
        strokeWidth={1.1}
        opacity={0.5}
      />
      <rect x={224.4} y={19.4} width={14} height={7.2} rx={1.8} />
      <rect x={245.9} y={21} width={1.6} height={4} rx={0.8} opacity={0.5} />
    </g>
  );
}

/** The bar at the bottom that phones are swiped away by. */
export function HomeIndicator({ fill = paint.ink900 }: { fill?: string }) {
  return <rect x={92} y={screenSize.height - 11} width={92} height={4} rx={2} fill={fill} />;
}

/** Full-width button of the app. `y` is its upper edge; it is 46 high. */
export function AppButton({
  y,
  fill = paint.violet600,
  color = paint.paper,
  x = 20,
  width = screenSize.width - 40,
  children,
}: {
  y: number;
  fill?: string;
  color?: string;
  x?: number;
  width?: number;
  children: string;
}) {
  return (
    <g>
      <rect x={x} y={y} width={width} height={46} rx={14} fill={fill} />
      <Words
        x={x + width / 2}
        y={y + 28}
        size="button"
        weight="semibold"
        fill={color}
        anchor="middle"
      >
        {children}
      </Words>
    </g>
  );
}

/** Title line of a screen, with the arrow that leads back. */
export function ScreenTitle({ children }: { children: string }) {
  return (
    <g>
      <path
        d="M28 59l-7 7 7 7"
        fill="none"
        stroke={paint.ink900}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Words x={42} y={72} size="title" weight="bold" face="display">
        {children}
      </Words>
    </g>
  );
}

/** A white card with a hairline; selected ones have a violet edge. */
export function Card({
  y,
  height,
  selected = false,
  children,
}: {
  y: number;
  height: number;
  selected?: boolean;
  children?: ReactNode;
}) {
  return (
    <g>
      <rect
        x={20}
        y={y}
        width={screenSize.width - 40}
        height={height}
        rx={16}
        fill={paint.paper}
        stroke={selected ? paint.violet600 : paint.line}
        strokeWidth={selected ? 2 : 1}
      />
      {children}
    </g>
  );
}

/** A person's initials on a rounded square. */
export function Initials({
  x,
  y,
  size = 36,
  fill = paint.amber,
  children,
}: {
  x: number;
  y: number;
  size?: number;
  fill?: string;
  children: string;
}) {
  return (
    <g>
      <rect x={x} y={y} width={size} height={size} rx={size * 0.32} fill={fill} />
      <Words
        x={x + size / 2}
        y={y + size * 0.63}
        size={size < 40 ? 'small' : 'subtitle'}
        weight="bold"
        anchor="middle"
        fill={paint.ink950}
      >
        {children}
      </Words>
    </g>
  );
}
