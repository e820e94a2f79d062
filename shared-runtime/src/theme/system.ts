import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { keyframes } from './keyframes.ts';
import { button, container, input, link } from './recipes.ts';
import { field, popover, toast } from './slot-recipes.ts';
import { textStyles } from './text-styles.ts';
import { tokens } from './tokens.ts';

const created = createSystem(
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
      recipes: { button, input, link, container },
      slotRecipes: { field, popover, toast },
    },
  }),
);

const recipes = new WeakMap<object, ReturnType<typeof created.cva>>();
const properties = new Map<string, boolean>();

/**
 * The site's look. Not Chakra's own theme: that brings every recipe it has, in use or not
 * (docs/decisions/0004-share-modules-of-our-own-not-libraries.md).
 *
 * Chakra asks both functions for each element that it draws, and would build the recipe of a component again
 * each time.
 */
export const system: typeof created = {
  ...created,
  cva: ((config: object = {}) => {
    const recipe = recipes.get(config) ?? created.cva(config);
    recipes.set(config, recipe);
    return recipe;
  }) as typeof created.cva,
  isValidProperty(name) {
    const isValid = properties.get(name) ?? created.isValidProperty(name);
    properties.set(name, isValid);
    return isValid;
  },
};
