import { Box, chakra } from '@kargo/shared-runtime/ui';
import * as paint from '@kargo/shared-ui/drawing/paint';

/** The end of the route line: divides the footer and ends in the lime pin. */
export function FooterIllustration() {
  return (
    <Box position="relative" h="4rem" my={{ base: '8', lg: '12' }} aria-hidden>
      <Box
        position="absolute"
        insetX="0"
        top="50%"
        h="4px"
        mt="-2px"
        mr="2.25rem"
        bgImage="radial-gradient(circle at 2px, {colors.violet.500} 1.25px, transparent 2px)"
        bgSize="11px 4px"
      />
      <chakra.svg
        viewBox="0 0 36 36"
        position="absolute"
        right="0"
        top="calc(50% - 1.125rem)"
        boxSize="2.25rem"
      >
        <g fill="none" stroke={paint.lime} strokeWidth={2}>
          <circle cx={18} cy={18} r={16} strokeOpacity={0.35} />
          <circle cx={18} cy={18} r={7} fill={paint.lime} />
        </g>
      </chakra.svg>
    </Box>
  );
}
