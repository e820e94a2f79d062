import type { ReactNode } from 'react';
import { Box, Container, Flex, Heading, Text } from 'shared-runtime/ui';
import { BrokenRoute } from './BrokenRoute.tsx';

/** What a page that cannot be shown has in place of a screen: what happened, and what to do. */
export function Interruption({
  heading,
  children,
  actions,
}: {
  heading: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <Container py={{ base: '16', md: '24' }}>
      <BrokenRoute />
      <Box maxW="45rem" mt={{ base: '8', md: '12' }}>
        <Heading as="h1" textStyle="h1">
          {heading}
        </Heading>
        <Text textStyle="lead" color="ink.600" mt="4">
          {children}
        </Text>
        <Flex wrap="wrap" gap="3" mt="8">
          {actions}
        </Flex>
      </Box>
    </Container>
  );
}
