/** Returns the lines of a table for a terminal, with aligned columns. */
export function asTable(rows: string[][], indent = ''): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widthOf(column))).join('  '))
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}
