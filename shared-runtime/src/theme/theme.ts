import { keyframes } from './keyframes.ts';
import { button, container, link } from './recipes.ts';
import { popover, toast } from './slot-recipes.ts';
import { textStyles } from './text-styles.ts';
import { tokens } from './tokens.ts';

/** The site's look, as Panda (`panda.config.ts`) and Chakra (`ui-overlays.tsx`) read it. */
export const theme = {
  breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1200px' },
  keyframes,
  tokens,
  textStyles,
  recipes: { button, container, link },
};

/** Styles of Chakra's own components, which are loaded when they open. */
export const overlays = { popover, toast };
