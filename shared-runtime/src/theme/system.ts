import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { keyframes } from './keyframes.ts';
import { button, container, input, link, visuallyHidden } from './recipes.ts';
import { field, popover, toast } from './slot-recipes.ts';
import { textStyles } from './text-styles.ts';
import { tokens } from './tokens.ts';

/**
 * The site's look. Not Chakra's own theme: that brings every recipe it has, in use or not
 * (docs/decisions/0004-share-modules-of-our-own-not-libraries.md).
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: true,
    cssVarsPrefix: 'kargo',
    globalCss,
    theme: {
      breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1200px' },
      keyframes,
      tokens,
      textStyles,
      recipes: { button, container, input, link, visuallyHidden },
      slotRecipes: { field, popover, toast },
    },
  }),
);
