import { Box, Circle, Flex, Grid, Text } from '@kargo/shared-runtime/ui';
import { Check } from 'lucide-react';
import { Columns } from '../Columns.tsx';
import { Drawing } from '../Drawing.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { promises } from './content.ts';
import { Counters } from './counters/Counters.tsx';

/** Section 2: what Kargo is, in one picture and four figures. */
export function About() {
  return (
    <Section name="about" anchor="about" bg="paper">
      <Columns split="5fr 7fr" rowGap="12" alignItems="center">
        <Box>
          <SectionHeading>Delivery that fits your day</SectionHeading>
          <Text textStyle="lead" color="ink.600" mt="6">
            Book in moments, choose standard, express or scheduled, and follow every step on the
            map.
          </Text>
          <Grid
            as="ul"
            gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', lg: '1fr' }}
            gap="3"
            mt="8"
          >
            {promises.map((promise) => (
              <Flex as="li" key={promise} align="center" gap="3" fontWeight={600}>
                <Circle size="1.75rem" bg="lilac" color="violet.700">
                  <Check size={16} strokeWidth={2.5} aria-hidden />
                </Circle>
                {promise}
              </Flex>
            ))}
          </Grid>
        </Box>
        <Drawing
          name="city"
          role="img"
          aria-label="A map of a town: a parcel picked up at a shop, a van on its way, and a signed delivery."
          w="full"
          h="auto"
          viewBox="0 0 700 540"
          borderRadius="panel"
        />
      </Columns>
      <Box
        mt={{ base: '4rem', md: '6rem' }}
        pt={{ base: '3rem', md: '3.5rem' }}
        borderTopWidth="1px"
        borderColor="line"
      >
        <Counters />
      </Box>
    </Section>
  );
}
