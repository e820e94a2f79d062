import { css, cx } from '@kargo/shared-runtime/styles';
import { useRef } from 'react';
import { useInView } from '../../browser/useInView.ts';
import { reducedMotion, useMediaQuery } from '../../browser/useMediaQuery.ts';
import { FigureRow, LabelledFigure } from '../../FigureRow.tsx';
import { figures } from '../content.ts';
import { useCount } from './useCount.ts';

/** The row of figures. They count up while all of the row is in view. */
export function Counters() {
  const row = useRef<HTMLDListElement>(null);
  const isInView = useInView(row, 'all');
  const wantsLessMotion = useMediaQuery(reducedMotion);
  return (
    <FigureRow ref={row} className={counted}>
      {figures.map((figure) => (
        <Counter key={figure.label} figure={figure} isRunning={wantsLessMotion ? null : isInView} />
      ))}
    </FigureRow>
  );
}

/** Paper shows only the final figures. */
const counted = css({
  '@media print': { '& dd > *': { position: 'static' }, '& [aria-hidden]': { display: 'none' } },
});

/** By the number of characters of a figure, so that nothing moves while it counts. */
const widths: Record<number, string> = {
  2: css({ minW: '2ch' }),
  3: css({ minW: '3ch' }),
  4: css({ minW: '4ch' }),
};

type Figure = (typeof figures)[number];

function Counter({ figure, isRunning }: { figure: Figure; isRunning: boolean | null }) {
  const { value, decimals = 0, suffix = '', label } = figure;
  const shown = useCount(value, isRunning);
  const target = value.toFixed(decimals);
  return (
    <LabelledFigure label={label}>
      <span className={css({ srOnly: true })}>{`${target}${suffix}`}</span>
      <span className={cx(css({ display: 'inline-block' }), widths[target.length])} aria-hidden>
        <span data-testid="counter">{shown.toFixed(decimals)}</span>
        <span className={css({ color: 'violet.600' })}>{suffix}</span>
      </span>
    </LabelledFigure>
  );
}
