import { paint } from '../../paint.ts';

interface WordsProps {
  x: number;
  /** Baseline. */
  y: number;
  size?: 'caption' | 'small' | 'body' | 'button' | 'subtitle' | 'title' | 'figure';
  weight?: 'medium' | 'semibold' | 'bold';
  face?: 'body' | 'display';
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  children: string;
}

/** A line of text in a `Drawing`. */
export function Words({
  x,
  y,
  size = 'body',
  weight = 'medium',
  face = 'body',
  fill = paint.ink900,
  anchor = 'start',
  children,
}: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      data-size={size}
      data-weight={weight}
      data-face={face}
      fill={fill}
      textAnchor={anchor}
    >
      {children}
    </text>
  );
}
