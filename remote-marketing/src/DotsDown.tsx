import { Box, type BoxProps } from '@kargo/shared-runtime/ui';

/** The route line from one step of a list down to the next one. */
export function DotsDown(box: BoxProps) {
  return (
    <Box
      aria-hidden
      position="absolute"
      w="0.25rem"
      bgImage="radial-gradient(circle, {colors.violet.500} 1.6px, transparent 2px)"
      bgSize="0.25rem 0.6875rem"
      bgPos="center top"
      bgRepeat="repeat-y"
      {...box}
    />
  );
}
