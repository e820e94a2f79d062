import { Box, chakra, Grid, Heading, Text } from '@kargo/shared-runtime/ui';
import { MapPin } from '@kargo/shared-ui/drawing/map';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { DotsDown } from '../DotsDown.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { guideSteps } from './content.ts';

/** Section 6: three steps, joined by the route line. */
export function Guide() {
  return (
    <Section name="guide" anchor="how_it_work" bg="paper" isFarDown>
      <SectionHeading maxW="40rem">Up and running in three steps</SectionHeading>
      <Grid
        as="ol"
        position="relative"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
        columnGap={{ md: '8', xl: '16' }}
        rowGap="12"
        mt={{ base: '12', md: '6rem' }}
      >
        {/* From the window's left edge past each number to a pin. */}
        <RouteLine
          d="M-700 30C-420 150-160 120-24 72M150 76c90-10 110-70 180-50s44 62 84 56M584 76c90-10 110-70 180-50s44 62 84 56M1020 76c60-10 60-58 112-58 56 0 50 70 96 78"
          isStretched
          display={{ base: 'none', md: 'block' }}
          top="0"
          w="full"
          h="8rem"
          viewBox="0 0 1248 128"
        />
        <chakra.svg
          aria-hidden
          display={{ base: 'none', md: 'block' }}
          position="absolute"
          top="3rem"
          right="0"
          w="2.5rem"
          h="3.375rem"
          overflow="visible"
          viewBox="-20 -54 40 54"
        >
          <MapPin x={0} y={0} />
        </chakra.svg>
        {guideSteps.map(({ title, text }, index) => (
          <Grid
            as="li"
            key={title}
            position="relative"
            gridTemplateColumns={{ base: '4rem 1fr', md: '1fr' }}
            alignContent="start"
            columnGap="6"
            rowGap="12"
          >
            {index < guideSteps.length - 1 ? (
              <DotsDown display={{ md: 'none' }} top="5rem" bottom="-2.5rem" left="1rem" />
            ) : null}
            <Text
              aria-hidden
              fontFamily="display"
              fontWeight={700}
              fontSize={{ base: '5.5rem', md: '7rem', xl: '11rem' }}
              lineHeight="0.75"
              letterSpacing="-0.05em"
              color="violet.600"
            >
              {index + 1}
            </Text>
            <Box>
              <Heading as="h3" textStyle="h3">
                {title}
              </Heading>
              <Text color="ink.600" mt="2" maxW="20rem">
                {text}
              </Text>
            </Box>
          </Grid>
        ))}
      </Grid>
    </Section>
  );
}
