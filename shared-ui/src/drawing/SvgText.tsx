import * as paint from './paint.ts';

interface SvgTextProps {
  x: number;
  /** Baseline. */
  y: number;
  text: string;
  size?: 'caption' | 'small' | 'button' | 'subtitle' | 'title' | 'figure';
  weight?: 'semibold' | 'bold';
  fill?: string;
  anchor?: 'middle' | 'end';
}

/** A line of text in a `Drawing`. */
export function SvgText({ text, size, weight, fill = paint.ink900, anchor, ...at }: SvgTextProps) {
  return (
    <text {...at} data-size={size} data-weight={weight} fill={fill} textAnchor={anchor}>
      {text}
    </text>
  );
}
