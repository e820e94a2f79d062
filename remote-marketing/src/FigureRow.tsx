import { css, cx } from '@kargo/shared-runtime/styles';
import type { ReactNode, Ref } from 'react';

interface FigureRowProps {
  ref?: Ref<HTMLDListElement>;
  className?: string;
  children: ReactNode;
}

/** Figures side by side; two in a row where there is less room. */
export function FigureRow({ ref, className, children }: FigureRowProps) {
  return (
    <dl ref={ref} data-testid="counter-row" className={cx(rowStyle, className)}>
      {children}
    </dl>
  );
}

const rowStyle = css({
  _byDefault: {
    display: 'grid',
    gridTemplateColumns: { base: 'two-if-room', lg: 'repeat(4, auto)' },
    justifyContent: { lg: 'space-between' },
    columnGap: '6',
    rowGap: '8',
  },
});

export function LabelledFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: 'column-reverse',
        justifyContent: 'flex-end',
      })}
    >
      <dt className={css({ fontWeight: 600, color: 'ink.600', mt: '2' })}>{label}</dt>
      <dd className={css({ textStyle: 'figure', whiteSpace: 'nowrap' })}>{children}</dd>
    </div>
  );
}
