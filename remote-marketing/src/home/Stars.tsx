import * as paint from '@kargo/shared-ui/drawing/paint';

const outOf = 5;
/** Between two stars, in px. */
const gap = 4;

/** A rating in stars, with an outline: amber alone is too pale on white. */
export function Stars({ rating, size = 20 }: { rating: number; size?: number }) {
  const full = Math.round(rating);
  const width = outOf * size + (outOf - 1) * gap;
  // A star is drawn on 24 × 24.
  const unit = 24 / size;
  const stars = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => starAt((from + index) * (size + gap) * unit));
  return (
    <svg
      width={width}
      height={size}
      fill="none"
      stroke={paint.ink900}
      strokeWidth={1.5}
      strokeLinejoin="round"
      role="img"
      aria-label={`${rating} out of ${outOf} stars`}
      viewBox={`0 0 ${width * unit} 24`}
    >
      <path fill={paint.amber} d={stars(0, full).join('')} />
      {full < outOf && <path d={stars(full, outOf).join('')} />}
    </svg>
  );
}

function starAt(x: number): string {
  return `M${x + 12} 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9Z`;
}
