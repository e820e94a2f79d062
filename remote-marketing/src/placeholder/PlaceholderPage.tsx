import { Box, Container, Heading } from 'shared-runtime/ui';
import { PlaceholderIllustration } from './PlaceholderIllustration.tsx';

/**
 * A page whose text the owner still has to supply: its heading and nothing else to read (spec
 * section 2). The way back to the landing page stands outside the main region and is the shell's.
 */
export function PlaceholderPage({ heading }: { heading: string }) {
  return (
    <Box display="flex" flexDirection="column" overflowX="clip">
      <Container py={{ base: '4.5rem', md: '8rem' }}>
        <Heading as="h1" textStyle="h1" tabIndex={-1}>
          {heading}
        </Heading>
      </Container>
      <PlaceholderIllustration />
    </Box>
  );
}
