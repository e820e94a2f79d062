/**
 * The parts of Chakra UI that are used, first part: layout and text, which every page needs.
 * Form controls are in `ui-controls`, popovers and toasts in `ui-overlays`.
 */
export {
  Box,
  type BoxProps,
  ChakraProvider,
  Circle,
  Container,
  chakra,
  Flex,
  Grid,
  GridItem,
  Heading,
  type HeadingProps,
  HStack,
  Icon,
  Link,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
export { staticStyles } from './static-styles.ts';
export { Button } from './theme/recipes.ts';
export { system } from './theme/system.ts';
