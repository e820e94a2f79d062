import { Grid } from '@kargo/shared-runtime/ui';
import type { ComponentProps } from 'react';

/** Two columns of a section, with widths such as `5fr 7fr`; one below the other where there is no room. */
export function Columns({ split, ...grid }: ComponentProps<typeof Grid> & { split: string }) {
  const gap = { lg: '12', xl: '16' };
  return (
    <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: split }} columnGap={gap} {...grid} />
  );
}
