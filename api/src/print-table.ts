export function printTable(rows: string[][], indent = ''): void {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widthOf(column)));
    console.log(`${indent}${cells.join('  ')}`.trimEnd());
  }
}
