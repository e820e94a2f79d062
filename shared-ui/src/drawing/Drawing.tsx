import { chakra } from 'shared-runtime/ui';

const display = { fontFamily: 'display', fontWeight: 700, letterSpacing: '-0.02em' };

/**
 * An SVG that may hold `SvgText`. Its text is styled here once and not line by line: a page draws
 * hundreds of lines. These are no SVG attributes, since the page's reset outranks those.
 */
export const Drawing = chakra('svg', {
  base: {
    display: 'block',
    '& text': { fontFamily: 'body', fontSize: '13px', fontWeight: 500 },
    '& [data-size=caption]': { fontSize: '11px' },
    '& [data-size=small]': { fontSize: '12px' },
    '& [data-size=button]': { fontSize: '14px' },
    '& [data-size=subtitle]': { fontSize: '16px' },
    '& [data-size=title]': { ...display, fontSize: '20px' },
    '& [data-size=figure]': { ...display, fontSize: '30px' },
    '& [data-weight=semibold]': { fontWeight: 600 },
    '& [data-weight=bold]': { fontWeight: 700 },
  },
});
