import { Box, chakra, Grid, Heading, Text } from 'shared-runtime/ui';
import { paint } from '../paint.ts';
import { guideSteps } from './content.ts';
import { Section, SectionHeading } from './Section.tsx';

/** Section 6: three steps, joined by the route line. */
export function Guide() {
  return (
    <Section name="guide" anchor="how_it_work" bg="paper">
      <SectionHeading name="guide" maxW="40rem">
        Up and running in three steps
      </SectionHeading>
      <Grid
        as="ol"
        listStyleType="none"
        position="relative"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
        columnGap={{ md: '8', xl: '16' }}
        rowGap="12"
        mt={{ base: '12', md: '6rem' }}
      >
        <Route />
        {guideSteps.map(({ title, text }, index) => (
          <Box as="li" key={title} position="relative">
            <Text
              aria-hidden
              fontFamily="display"
              fontWeight={700}
              fontSize={{ base: '5.5rem', md: '7rem', xl: '9.5rem' }}
              lineHeight="0.8"
              letterSpacing="-0.05em"
              color="violet.600"
            >
              {index + 1}
            </Text>
            <Heading as="h3" textStyle="h3" mt={{ base: '6', md: '12' }}>
              {title}
            </Heading>
            <Text color="ink.600" mt="2" maxW="20rem">
              {text}
            </Text>
          </Box>
        ))}
      </Grid>
    </Section>
  );
}

/** From the left edge of the window past each numeral, to a pin. */
function Route() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'none', md: 'block' }}
      position="absolute"
      top={{ md: '-1rem', xl: '0' }}
      left="0"
      w="full"
      h="7.5rem"
      overflow="visible"
      viewBox="0 0 1248 120"
      preserveAspectRatio="none"
      fill="none"
    >
      <path
        d="M-700 20C-420 140-160 110-20 70M140 62c90-10 120-70 190-50s50 66 96 60M566 62c90-10 120-70 190-50s50 66 96 60M990 62c60-8 70-54 118-54 60 0 40 70 102 74"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </chakra.svg>
  );
}
