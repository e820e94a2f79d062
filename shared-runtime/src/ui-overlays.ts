/** The parts of Chakra UI that are used, third part: what lies over a page, loaded when it is wanted. */
export { createToaster, Popover, Portal, Toast, Toaster } from '@chakra-ui/react';
