/** Chakra's own popovers and toasts in the site's theme, loaded when they are needed. */
import {
  ChakraProvider,
  createSystem,
  defaultBaseConfig,
  defineConfig,
  Popover as LibraryPopover,
  Toaster as LibraryToaster,
} from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { overlays, theme } from './theme/theme.ts';

export { createToaster, Portal, Toast } from '@chakra-ui/react';

const config = defineConfig({
  disableLayers: true,
  preflight: false,
  cssVarsPrefix: 'kargo',
  theme: { ...theme, recipes: {}, slotRecipes: overlays },
});

/** The page already has the tokens that these components use, and all global styles. */
const system = Object.assign(createSystem(defaultBaseConfig, config), { _global: [] });

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
