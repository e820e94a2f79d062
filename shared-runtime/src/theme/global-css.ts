import type { GlobalStyleObject } from '@pandacss/types';

export const globalCss = {
  ':root': { colorScheme: 'only light' },
  // The header may cover the top: what is scrolled to or focused stays visible (WCAG 2.4.11).
  html: {
    scrollPaddingTop: '{sizes.header}',
    textSizeAdjust: '100%',
    // There the header scrolls away.
    '@media (height < 24em)': { scrollPaddingTop: 0 },
  },
  body: {
    fontFamily: 'body',
    textStyle: 'body',
    color: 'ink.900',
    bg: 'paper',
    fontKerning: 'normal',
    textWrap: 'pretty',
    textRendering: 'optimizeLegibility',
  },
  'h1, h2, h3, h4, h5, h6': { textWrap: 'inherit' },
  // Browsers draw a plain file field wider than a phone.
  'input, select, textarea': { maxWidth: '100%' },
  ':focus-visible': { outline: '3px solid {colors.violet.600}', outlineOffset: '2px' },
  '[data-surface=dark]': { color: 'white', '& :focus-visible': { outlineColor: 'lime' } },
  // Headings get the focus when the route changes; that must not look like a control.
  '[tabindex="-1"]:focus': { outline: '0' },
  // The visitor's own colours remove backgrounds and shadows: edges tell controls apart.
  button: { _highContrast: { borderWidth: '1px' } },
  // Icons too take the visitor's colour of the text around them.
  svg: { _highContrast: { color: 'inherit !important' } },
  '[role=img]': { '@media print': { breakInside: 'avoid' } },
  '*, *::before, *::after': {
    overflowWrap: 'break-word',
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // Not of zero length: inherited colours would then change one frame later at each level.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
} satisfies GlobalStyleObject;
