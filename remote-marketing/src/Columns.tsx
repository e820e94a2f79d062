import { css, cx } from '@kargo/shared-runtime/styles';
import type { ReactNode } from 'react';

/** Two columns, with `gridTemplateColumns` such as `{ lg: '5fr 7fr' }`; stacked without room. */
export function Columns(props: { className: string; children: ReactNode }) {
  return <div className={cx(columnsStyle, props.className)}>{props.children}</div>;
}

const columnsStyle = css({
  _byDefault: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: { lg: '12', xl: '16' },
  },
});
