import { Box, Container } from '@kargo/shared-runtime/ui';
import type { ReactNode } from 'react';

/** The one card of the pages that people reach from Stripe or from its mails. */
export function ReturnCard({ children }: { children: ReactNode }) {
  return (
    <Box bg="mist">
      <Container py={{ base: '12', md: '24' }}>
        <Box
          maxW="42rem"
          mx="auto"
          p={{ base: 'min(1.5rem, 7.5vw)', md: '12' }}
          textAlign="center"
          textWrap="balance"
          bg="paper"
          borderWidth="1px"
          borderColor="line"
          borderRadius="panel"
          boxShadow="m"
        >
          {children}
        </Box>
      </Container>
    </Box>
  );
}
