import { chakra } from 'shared-runtime/ui';

/**
 * An SVG that text can be set in with `Words`. The sizes and weights are styled here, once, and not
 * by each line: a page draws some hundreds of lines. They are no SVG attributes, since the page's
 * reset outranks those.
 */
export const Drawing = chakra('svg', {
  base: {
    display: 'block',
    '& text': { fontFamily: 'body' },
    '& [data-size=caption]': { fontSize: '11px' },
    '& [data-size=small]': { fontSize: '12px' },
    '& [data-size=body]': { fontSize: '13px' },
    '& [data-size=button]': { fontSize: '14px' },
    '& [data-size=subtitle]': { fontSize: '16px' },
    '& [data-size=title]': { fontSize: '20px' },
    '& [data-size=figure]': { fontSize: '30px' },
    '& [data-weight=medium]': { fontWeight: 500 },
    '& [data-weight=semibold]': { fontWeight: 600 },
    '& [data-weight=bold]': { fontWeight: 700 },
    '& [data-face=display]': { fontFamily: 'display', letterSpacing: '-0.02em' },
  },
});
