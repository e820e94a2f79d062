import { Container, Heading, Text } from '@kargo/shared-runtime/ui';

/** The screen at __path__. */
export default function Screen() {
  return (
    <Container py={{ base: '4.5rem', md: '8rem' }}>
      <Heading as="h1" textStyle="h1" tabIndex={-1}>
        __Screen__
      </Heading>
      <Text textStyle="lead" color="ink.600" mt="4">
        There is nothing to see here yet.
      </Text>
    </Container>
  );
}
