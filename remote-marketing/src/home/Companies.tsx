import { Box, Container, Flex } from '@kargo/shared-runtime/ui';
import { Carousel } from '../carousel/Carousel.tsx';
import { Drawing } from '../Drawing.tsx';
import { SectionHeading } from '../Section.tsx';
import { logosCarousel } from './carousels.ts';
import { trustedBy } from './content.ts';

/** Companies that do not exist: placeholders until real ones are agreed upon. Marks are in drawings.svg. */
const logos = [
  { name: 'Petal & Post', id: 'logo-petal-post' },
  { name: 'Oakline', id: 'logo-oakline' },
  { name: 'Brightcart', id: 'logo-brightcart' },
  { name: 'Foundry Nine', id: 'logo-foundry-nine' },
  { name: 'Tidewell', id: 'logo-tidewell' },
  { name: 'Lumen Row', id: 'logo-lumen-row' },
  { name: 'Harborly', id: 'logo-harborly' },
  { name: 'Marlowe', id: 'logo-marlowe' },
];

/** Section 8: a thin band with the companies' marks. */
export function Companies() {
  return (
    <Box as="section" aria-labelledby="companies-heading" bg="paper" overflowX="clip">
      <Container py={{ base: '3.5rem', md: '5rem' }}>
        <Carousel
          {...logosCarousel}
          heading={
            <SectionHeading id="companies-heading" textStyle="h3">
              {trustedBy}
            </SectionHeading>
          }
        >
          {logos.map(({ name, id }) => (
            <Flex
              key={name}
              role="img"
              aria-label={name}
              align="center"
              justify="center"
              gap={{ base: '2', sm: '3' }}
              h="4rem"
              color="ink.500"
              transition="color {durations.base}"
              _hover={{ color: 'ink.900' }}
            >
              <Drawing
                name={id}
                aria-hidden
                flexShrink={0}
                boxSize={{ base: 'min(1.5rem, 7.5vw)', sm: '2rem' }}
                viewBox="0 0 40 40"
                fill="currentColor"
                fillRule="evenodd"
              />
              <Box
                as="span"
                aria-hidden
                fontFamily="display"
                fontWeight={700}
                fontSize={{ base: 'min(1.0625rem, 5.3vw)', sm: '1.25rem' }}
                letterSpacing="-0.02em"
                whiteSpace="nowrap"
              >
                {name}
              </Box>
            </Flex>
          ))}
        </Carousel>
      </Container>
    </Box>
  );
}
