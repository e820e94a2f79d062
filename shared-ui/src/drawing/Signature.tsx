import * as paint from './paint.ts';
import { Stroke } from './Stroke.tsx';

/** A signature. `x`, `y` is where the pen is put down. */
export function Signature({ x, y }: { x: number; y: number }) {
  return (
    <Stroke
      transform={`translate(${x} ${y})`}
      d="M0 0c18-34 34-52 40-40s-26 50-14 48 20-34 28-30-8 26 2 24 12-18 20-18-2 18 8 16 14-26 22-24-4 24 6 22 18-12 46-21"
      color={paint.ink900}
      width={2.7}
    />
  );
}
