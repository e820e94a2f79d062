import { useRef } from 'react';
import { Box, Grid, Text, VisuallyHidden } from 'shared-runtime/ui';
import { useInView } from '../../browser/useInView.ts';
import { reducedMotion, useMediaQuery } from '../../browser/useMediaQuery.ts';
import { type Figure, figures } from '../content.ts';
import { useCount } from './useCount.ts';

/** The row of figures. They count up while all of the row is in view. */
export function Counters() {
  const row = useRef<HTMLDivElement>(null);
  const isInView = useInView(row, 'all');
  const stands = useMediaQuery(reducedMotion);
  return (
    <Grid
      as="dl"
      ref={row}
      data-testid="counter-row"
      gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, auto)' }}
      justifyContent={{ lg: 'space-between' }}
      columnGap="6"
      rowGap="8"
    >
      {figures.map((figure) => (
        <Counter key={figure.label} figure={figure} isRunning={stands ? null : isInView} />
      ))}
    </Grid>
  );
}

function Counter({ figure, isRunning }: { figure: Figure; isRunning: boolean | null }) {
  const { value, decimals = 0, suffix = '', label } = figure;
  const shown = useCount(value, isRunning);
  const target = value.toFixed(decimals);
  return (
    <Box display="flex" flexDirection="column-reverse" justifyContent="flex-end">
      <Text as="dt" fontWeight={600} color="ink.600" mt="2">
        {label}
      </Text>
      <Box as="dd" textStyle="figure" color="ink.900">
        <VisuallyHidden>{`${target}${suffix}`}</VisuallyHidden>
        <Box as="span" aria-hidden display="inline-block" minW={`${target.length}ch`}>
          <span data-testid="counter">{shown.toFixed(decimals)}</span>
          <Box as="span" color="violet.600">
            {suffix}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
