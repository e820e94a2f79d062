import { Grid } from '@kargo/shared-runtime/ui';
import type { ComponentProps } from 'react';

interface ColumnsProps extends ComponentProps<typeof Grid> {
  /** Their widths, such as `5fr 7fr`. */
  split: string;
}

/** Two columns of a section; one below the other where there is no room. */
export function Columns({ split, ...grid }: ColumnsProps) {
  const gap = { lg: '12', xl: '16' };
  return <Grid gridTemplateColumns={{ base: '1fr', lg: split }} columnGap={gap} {...grid} />;
}
