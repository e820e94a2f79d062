import type { Kind } from '../support/network.ts';

/** Limits of a first visit to a route: kB over the wire by kind, and counts. */
export interface Budget extends Record<Kind, number> {
  /** Elements in the HTML. */
  elements: number;
  requests: number;
  /** The longest chain of responses that wait for each other: the HTML first, none of the API. */
  waves: number;
}

/** The limited quantities, in the table's order. */
export const limited = [
  'html',
  'css',
  'javascript',
  'font',
  'image',
  'elements',
  'requests',
  'waves',
] as const satisfies readonly (keyof Budget)[];

/** Think of phones before you raise a limit; lower it when a page gets lighter. */
const table = `
                        html  css  javascript  font  image  elements  requests  waves
  /                     19.9   12.5     127.2    73    8.9       959        11      3
  /about                14.2   12.5     122.2    73    4.1       384        10      3
  /terms-and-conditions  6.5   12.5     116.3    73      0        71         8      3
  /privacy-policy        6.5   12.5     116.3    73      0        71         8      3
  /FAQs                  6.5   12.5     116.3    73      0        71         8      3
  /support               6.5   12.5     116.3    73      0        71         8      3
  /how-it-works          6.5   12.5     116.3    73      0        71         8      3
  /login                 8.7   10.0     134.7    73    4.8       130        11      3
  /profile              12.2   11.5     149.9    73      0       250        13      3
  /stripe-success       11.4   11.5     116.5    73      0       235         8      3
  /stripe-error         11.4   11.5     120.7    73      0       235         9      3
`;

/** By path. */
export const budgets = new Map(table.trim().split('\n').slice(1).map(readRow));

function readRow(row: string): [path: string, Budget] {
  const [path = '', ...limits] = row.trim().split(/\s+/);
  const entries = limited.map((name, column) => [name, Number(limits[column])]);
  return [path, Object.fromEntries(entries)];
}
