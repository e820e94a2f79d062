import { Box } from '@kargo/shared-runtime/ui';
import type { ReactNode } from 'react';

interface SlideProps {
  index: number;
  count: number;
  gutter: string;
  children: ReactNode;
}

/** One slide. Its place among the others is fixed; `markSlides` writes whether it is seen. */
export function Slide({ index, count, gutter, children }: SlideProps) {
  return (
    <Box
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      data-slide=""
      data-index={index}
      h="full"
      px={`calc(${gutter} / 2)`}
    >
      {children}
    </Box>
  );
}
