/** A part of 1 as a CSS length. */
export function percent(part: number): string {
  return `${(100 * part).toFixed(4)}%`;
}
