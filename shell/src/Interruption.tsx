import { Box, Container, Flex, Grid, Heading, Text } from '@kargo/shared-runtime/ui';
import type { ReactNode } from 'react';
import { InterruptionIllustration } from './InterruptionIllustration.tsx';

interface InterruptionProps {
  heading: string;
  children: ReactNode;
  actions: ReactNode;
  /** On a dark background, which continues under the header. */
  isOnDark?: boolean;
}

/** Shown instead of a screen that cannot be shown: what happened, and what to do. */
export function Interruption({ heading, children, actions, isOnDark = false }: InterruptionProps) {
  return (
    <Container
      data-surface={isOnDark ? 'dark' : undefined}
      pt={isOnDark ? { base: '32', lg: 'calc({sizes.header} + 8rem)' } : { base: '16', lg: '32' }}
      pb={{ base: '16', lg: '32' }}
      color={isOnDark ? 'white' : undefined}
    >
      <Grid
        templateColumns={{ base: '1fr', lg: '1fr 1fr' }}
        alignItems="center"
        columnGap="24"
        rowGap="8"
      >
        <InterruptionIllustration isOnDark={isOnDark} />
        <Box order={{ lg: -1 }}>
          <Heading as="h1" textStyle="h1">
            {heading}
          </Heading>
          <Text textStyle="lead" color={isOnDark ? 'ink.300' : 'ink.600'} mt="4">
            {children}
          </Text>
          <Flex wrap="wrap" gap="3" mt="8">
            {actions}
          </Flex>
        </Box>
      </Grid>
    </Container>
  );
}
