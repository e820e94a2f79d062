import { Box, Flex, Text } from '@kargo/shared-runtime/ui';
import { Columns } from '../Columns.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { testimonialsCarousel } from './carousels.ts';
import { reviews, testimonials } from './content.ts';
import { Portrait } from './illustrations/Portrait.tsx';
import { Stars } from './Stars.tsx';

/** Section 7: one review at a time. */
export function Testimonials() {
  return (
    <Section name="testimonials" anchor="testimonials" bg="mist" isFarDown>
      <Columns split="4fr minmax(0, 8fr)" rowGap="12">
        <Box>
          <SectionHeading>Heard at the door</SectionHeading>
          <Text textStyle="figure" mt={{ base: '6', md: '12' }}>
            {reviews.rating}
          </Text>
          <Box mt="3">
            <Stars rating={5} size={24} />
          </Box>
          <Text color="ink.600" mt="3">
            {reviews.count}
          </Text>
        </Box>
        <Carousel {...testimonialsCarousel}>{testimonials.map(review)}</Carousel>
      </Columns>
    </Section>
  );
}

function review({ name, designation, review: text, image, rating }: (typeof testimonials)[number]) {
  return (
    <Flex
      key={name}
      as="figure"
      direction="column"
      justify="space-between"
      gap={{ base: '8', md: '12' }}
      h="full"
      minH={{ base: '19rem', md: '26rem' }}
      p={{ base: '6', md: '12' }}
      bg="paper"
      borderRadius="panel"
      outline="1px solid {colors.line}"
      outlineOffset="-1px"
    >
      <Box>
        <Stars rating={rating} />
        <Text
          as="blockquote"
          fontFamily="display"
          fontWeight={650}
          fontSize={{ base: '1.625rem', md: '2.5rem' }}
          lineHeight="1.15"
          letterSpacing="-0.02em"
          textWrap="balance"
          mt={{ base: '6', md: '8' }}
        >
          {`“${text}”`}
        </Text>
      </Box>
      <Flex as="figcaption" align="center" gap="4">
        <Portrait seed={image} name={name} />
        <Box>
          <Text fontWeight={600}>{name}</Text>
          <Text color="ink.500">{designation}</Text>
        </Box>
      </Flex>
    </Flex>
  );
}
