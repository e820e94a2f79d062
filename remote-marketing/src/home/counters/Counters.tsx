import { Box, VisuallyHidden } from '@kargo/shared-runtime/ui';
import { useRef } from 'react';
import { useInView } from '../../browser/useInView.ts';
import { reducedMotion, useMediaQuery } from '../../browser/useMediaQuery.ts';
import { FigureRow, LabelledFigure } from '../../FigureRow.tsx';
import { figures } from '../content.ts';
import { useCount } from './useCount.ts';

/** The row of figures. They count up while all of the row is in view. */
export function Counters() {
  const row = useRef<HTMLDivElement>(null);
  const isInView = useInView(row, 'all');
  const stands = useMediaQuery(reducedMotion);
  return (
    <FigureRow ref={row} data-testid="counter-row" css={counted}>
      {figures.map((figure) => (
        <Counter key={figure.label} figure={figure} isRunning={stands ? null : isInView} />
      ))}
    </FigureRow>
  );
}

/** On paper there is nothing but what they count up to. */
const counted = {
  '@media print': { '& dd > *': { position: 'static' }, '& [aria-hidden]': { display: 'none' } },
};

type Figure = (typeof figures)[number];

function Counter({ figure, isRunning }: { figure: Figure; isRunning: boolean | null }) {
  const { value, decimals = 0, suffix = '', label } = figure;
  const shown = useCount(value, isRunning);
  const target = value.toFixed(decimals);
  return (
    <LabelledFigure label={label}>
      <VisuallyHidden>{`${target}${suffix}`}</VisuallyHidden>
      <Box as="span" aria-hidden display="inline-block" minW={`${target.length}ch`}>
        <span data-testid="counter">{shown.toFixed(decimals)}</span>
        <Box as="span" color="violet.600">
          {suffix}
        </Box>
      </Box>
    </LabelledFigure>
  );
}
