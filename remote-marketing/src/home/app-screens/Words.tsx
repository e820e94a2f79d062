import { chakra } from 'shared-runtime/ui';
import { paint } from '../../paint.ts';

// Classes, not attributes: the reset of the page outranks a `font-size` attribute.
const Line = chakra('text', {
  base: { fontFamily: 'body' },
  variants: {
    size: {
      caption: { fontSize: '11px' },
      small: { fontSize: '12px' },
      body: { fontSize: '13px' },
      button: { fontSize: '14px' },
      subtitle: { fontSize: '16px' },
      title: { fontSize: '20px' },
      figure: { fontSize: '30px' },
    },
    weight: {
      medium: { fontWeight: 500 },
      semibold: { fontWeight: 600 },
      bold: { fontWeight: 700 },
    },
    face: {
      body: {},
      display: { fontFamily: 'display', letterSpacing: '-0.02em' },
    },
  },
});

export interface WordsProps {
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

/** A line of text in a drawing. */
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
    <g transform={`translate(${x} ${y})`} fill={fill} textAnchor={anchor}>
      <Line size={size} weight={weight} face={face}>
        {children}
      </Line>
    </g>
  );
}
