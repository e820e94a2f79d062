import { Box, Container, Heading, Text } from 'shared-runtime/ui';
import { Breadcrumb } from './Breadcrumb.tsx';
import { head } from './content.ts';
import { HeadIllustration } from './HeadIllustration.tsx';

/** Where the visitor is, and what Kargo does in one sentence. */
export function Head() {
  return (
    <Box
      as="section"
      aria-labelledby="about-page-heading"
      position="relative"
      overflow="hidden"
      bg="lilac"
    >
      <HeadIllustration />
      <Container position="relative" py={{ base: '3.5rem', md: '6rem' }}>
        <Breadcrumb />
        <Heading as="h1" id="about-page-heading" tabIndex={-1} textStyle="hero" mt="6">
          About Page
        </Heading>
        <Text textStyle="lead" color="ink.600" maxW="38rem" mt="6">
          {head.lead}
        </Text>
      </Container>
    </Box>
  );
}
