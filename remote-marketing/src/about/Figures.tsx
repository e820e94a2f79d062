import { Box, Grid, Text } from 'shared-runtime/ui';
import { figures } from '../home/content.ts';
import { Section, SectionHeading } from '../Section.tsx';
import { figuresHeading } from './content.ts';

/** The figures of the landing page, without the animation. */
export function Figures() {
  return (
    <Section name="figures" bg="lilac">
      <SectionHeading name="figures" textStyle="h3">
        {figuresHeading}
      </SectionHeading>
      <Grid
        as="dl"
        gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, auto)' }}
        justifyContent={{ lg: 'space-between' }}
        columnGap="6"
        rowGap="8"
        mt={{ base: '8', md: '12' }}
      >
        {figures.map(({ value, decimals = 0, suffix, label }) => (
          <Box key={label} display="flex" flexDirection="column-reverse" justifyContent="flex-end">
            <Text as="dt" fontWeight={600} color="ink.600" mt="2">
              {label}
            </Text>
            <Box as="dd" textStyle="figure">
              {value.toFixed(decimals)}
              <Box as="span" color="violet.600">
                {suffix}
              </Box>
            </Box>
          </Box>
        ))}
      </Grid>
    </Section>
  );
}
