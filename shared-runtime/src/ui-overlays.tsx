/** The parts of Chakra UI that are used, third part: Chakra's own popovers and toasts, loaded when they are wanted. */
import {
  ChakraProvider,
  Popover as LibraryPopover,
  Toaster as LibraryToaster,
} from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import type { ComponentProps, ReactNode } from 'react';
import { styleCache } from './theme/style-maker.ts';
import { system } from './theme/system.ts';

export { createToaster, Portal, Toast } from '@chakra-ui/react';

/** The page has the rules for all of it already. */
const withoutPageCss = {
  ...system,
  _config: { ...system._config, disableLayers: true },
  _global: [],
};

function Themed({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={withoutPageCss}>{children}</ChakraProvider>
    </CacheProvider>
  );
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
