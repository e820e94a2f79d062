import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { overlays, theme } from './theme.ts';

const config = defineConfig({
  disableLayers: true,
  preflight: false,
  cssVarsPrefix: 'kargo',
  theme: { ...theme, recipes: {}, slotRecipes: overlays },
});

/** The theme for Chakra's own components. The page has the tokens that these refer to, and what holds for all of it. */
export const system = Object.assign(createSystem(defaultBaseConfig, config), { _global: [] });
