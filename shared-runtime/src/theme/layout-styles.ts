export type Styles = Record<string, unknown>;

/** How components of Chakra make styles of their attributes: styles of their own, and what becomes of those given. */
export const layoutStyles: Record<string, (given: Styles) => readonly [Styles, Styles]> = {
  Circle: ({ size, ...given }) => [
    { display: 'flex', alignItems: 'center', justifyContent: 'center', flexShrink: 0, flexGrow: 0 },
    { borderRadius: '9999px', ...given, boxSize: size },
  ],
  Flex({ direction, align, justify, wrap, basis, grow, shrink, inline, ...given }) {
    const own = {
      display: inline ? 'inline-flex' : 'flex',
      flexDirection: direction,
      alignItems: align,
      justifyContent: justify,
      flexWrap: wrap,
      flexBasis: basis,
      flexGrow: grow,
      flexShrink: shrink,
    };
    return [own, given];
  },
  Grid({ inline, column, row, ...all }) {
    const { autoFlow, autoColumns, autoRows, ...others } = all;
    const { templateAreas, templateColumns, templateRows, ...given } = others;
    const own = {
      display: inline ? 'inline-grid' : 'grid',
      gridTemplateAreas: templateAreas,
      gridAutoColumns: autoColumns,
      gridColumn: column,
      gridRow: row,
      gridAutoFlow: autoFlow,
      gridAutoRows: autoRows,
      gridTemplateRows: templateRows,
      gridTemplateColumns: templateColumns,
    };
    return [own, given];
  },
  GridItem({ area, colSpan, colStart, colEnd, rowSpan, rowStart, rowEnd, ...given }) {
    const own = {
      gridArea: area,
      gridColumn: span(colSpan),
      gridRow: span(rowSpan),
      gridColumnStart: colStart,
      gridColumnEnd: colEnd,
      gridRowStart: rowStart,
      gridRowEnd: rowEnd,
    };
    return [own, given];
  },
  HStack: (given) => stack({ align: 'center', ...given, direction: 'row' }),
  Stack: (given) => stack(given),
};

function stack({ direction = 'column', align, justify, wrap, gap = '0.5rem', ...given }: Styles) {
  const own = { alignItems: align, justifyContent: justify, flexDirection: direction };
  return [{}, { display: 'flex', ...own, flexWrap: wrap, gap, ...given }] as const;
}

/** A number of columns or rows, or one for each width. */
function span(value: unknown): unknown {
  if (value === undefined || value === 'auto') return value;
  if (typeof value !== 'object' || value === null) return `span ${value}/span ${value}`;
  return Object.fromEntries(Object.entries(value).map(([width, each]) => [width, span(each)]));
}
