import { Box } from 'shared-runtime/ui';

export function Scene() {
  return <Box h="full" bg="violet.600" data-surface="dark" />;
}
