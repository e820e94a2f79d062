import { Flex } from 'shared-runtime/ui';
import * as paint from 'shared-ui/drawing/paint';

const outOf = 5;

/** A rating in stars, with an outline: amber alone is too pale on white. */
export function Stars({ rating, size = 20 }: { rating: number; size?: number }) {
  const full = fullStars(rating);
  return (
    <Flex role="img" aria-label={`${rating} out of ${outOf} stars`} gap="1">
      {Array.from({ length: outOf }, (_, index) => (
        <svg
          key={index}
          aria-hidden
          width={size}
          height={size}
          viewBox="0 0 24 24"
          fill={index < full ? paint.amber : 'none'}
          stroke={paint.ink900}
          strokeWidth={1.5}
          strokeLinejoin="round"
        >
          <path d="m12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9Z" />
        </svg>
      ))}
    </Flex>
  );
}

/** How many of the stars are filled: the nearest whole number, never fewer than none or more than all. */
export function fullStars(rating: number): number {
  return Math.max(0, Math.min(outOf, Math.round(rating)));
}
