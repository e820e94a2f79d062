/** Styles that tell what is chosen or current where the visitor's own colours replace the site's. */
export const chosenInForcedColors = {
  _highContrast: {
    forcedColorAdjust: 'none',
    bg: 'Highlight',
    color: 'HighlightText',
    // The focus ring.
    outlineColor: 'CanvasText',
  },
} as const;
