/**
 * The parts of Chakra UI that are used, first half: layout and text, which every page needs.
 * Dialogs, menus, toasts and form controls are in `ui-controls`.
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
export { Button } from './theme/Button.ts';
export { system } from './theme/system.ts';
