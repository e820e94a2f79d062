import type { RecipeConfig } from '@pandacss/types';

const textLink = {
  color: 'violet.700',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  _hover: { color: 'ink.900' },
};

const outlined = (color: string, borderColor: string, hovered: string) => ({
  color,
  borderWidth: '1px',
  borderColor,
  _hover: { bg: hovered },
});

export const button = {
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    fontWeight: 600,
    // Enlarged text wraps instead of overflowing.
    maxW: 'full',
    py: '1',
    textAlign: 'center',
    borderRadius: 'button',
    cursor: 'pointer',
    transitionProperty: 'background-color, border-color, color, box-shadow',
    transitionDuration: 'fast',
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    // Links that look like buttons get it too.
    _highContrast: { borderWidth: '1px' },
  },
  variants: {
    variant: {
      solid: { bg: 'violet.600', color: 'white', _hover: { bg: 'violet.700' } },
      // The primary button on a dark surface.
      lime: { bg: 'lime', color: 'ink.950', _hover: { bg: '#D8F78F' } },
      outline: outlined('ink.900', 'line.strong', 'mist'),
      'outline-dark': outlined('white', 'ink.300', 'rgb(255 255 255 / 0.08)'),
      danger: { bg: 'danger', color: 'white', _hover: { bg: '#8F1B12' } },
      'danger-outline': outlined('danger', 'danger', 'danger.surface'),
      // Looks like a link, acts like a button.
      text: textLink,
      plain: { bg: 'transparent' },
    },
    size: {
      sm: { minH: '2.75rem', px: '4', fontSize: '0.9375rem' },
      md: { minH: '3rem', px: '6', fontSize: '1rem' },
      lg: { minH: '3.5rem', px: '6', fontSize: '1.0625rem' },
      inline: {
        minH: '1.5rem',
        px: 0,
        py: 0,
        fontSize: 'inherit',
        // Keeps the text off the border that it has there.
        _highContrast: { px: '2', borderWidth: '1px' },
      },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
} satisfies RecipeConfig;

/** A link inside running text. */
export const link = { className: 'link', base: textLink } satisfies RecipeConfig;

/** The content column: 12 grid columns wide, with the site's side margins. */
export const container = {
  className: 'container',
  base: {
    w: 'full',
    maxW: 'calc({sizes.content} + 2 * var(--side))',
    mx: 'auto',
    px: 'var(--side)',
    // Enlarged text leaves as much room as the narrowest phone.
    '--side': { base: 'min(1.5rem, 7.5vw)', md: '3rem', xl: '6rem' },
  },
} satisfies RecipeConfig;
