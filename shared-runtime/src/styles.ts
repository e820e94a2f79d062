/** Panda's functions and the recipes of the theme, to write styles with. */
export { css, cx } from '../styled-system/css/index.js';
export { button, container, link } from '../styled-system/recipes/index.js';
