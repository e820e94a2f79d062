import { css } from '@kargo/shared-runtime/styles';

/** Styles that tell what is chosen or current where the visitor's own colours replace the site's. */
export const chosenInForcedColors = css({
  _highContrast: {
    forcedColorAdjust: 'none',
    bg: 'Highlight',
    color: 'HighlightText',
    // The focus ring.
    outlineColor: 'CanvasText',
  },
});
