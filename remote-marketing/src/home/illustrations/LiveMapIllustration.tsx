import { Box } from '@kargo/shared-runtime/ui';
import { Drawing } from '../../Drawing.tsx';

/** The map with a van on its way, filling the rest of its card. */
export function LiveMapIllustration() {
  return (
    <Box position="relative" flex="1" minH="20rem">
      <Drawing
        name="live-map"
        aria-hidden
        position="absolute"
        inset="0"
        boxSize="full"
        viewBox="0 92 276 330"
        preserveAspectRatio="xMidYMin slice"
      />
    </Box>
  );
}
