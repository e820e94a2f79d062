/** Chakra's own popovers and toasts in the site's theme, loaded when they are wanted. */
import {
  ChakraProvider,
  Popover as LibraryPopover,
  Toaster as LibraryToaster,
} from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { system } from './theme/system.ts';

export { createToaster, Portal, Toast } from '@chakra-ui/react';

function Themed({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}

export const Popover: typeof LibraryPopover = {
  ...LibraryPopover,
  Root: (props) => (
    <Themed>
      <LibraryPopover.Root {...props} />
    </Themed>
  ),
};

export const Toaster = (props: ComponentProps<typeof LibraryToaster>) => (
  <Themed>
    <LibraryToaster {...props} />
  </Themed>
);
