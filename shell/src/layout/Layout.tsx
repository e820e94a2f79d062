import type { ReactNode } from 'react';
import { Flex } from 'shared-runtime/ui';

export function Layout({ routeName, children }: { routeName: string; children: ReactNode }) {
  return (
    <Flex direction="column" minH="100vh" data-route={routeName}>
      {children}
    </Flex>
  );
}
