import { Box, Grid, Text } from '@kargo/shared-runtime/ui';
import { twoColumns } from '@kargo/shared-ui/two-columns';
import type { ComponentProps, ReactNode } from 'react';

/** Figures side by side; two in a row where there is less room. */
export function FigureRow(grid: ComponentProps<typeof Grid>) {
  return (
    <Grid
      as="dl"
      gridTemplateColumns={{ base: twoColumns, lg: 'repeat(4, auto)' }}
      justifyContent={{ lg: 'space-between' }}
      columnGap="6"
      rowGap="8"
      {...grid}
    />
  );
}

export function LabelledFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box display="flex" flexDirection="column-reverse" justifyContent="flex-end">
      <Text as="dt" fontWeight={600} color="ink.600" mt="2">
        {label}
      </Text>
      <Box as="dd" textStyle="figure">
        {children}
      </Box>
    </Box>
  );
}
