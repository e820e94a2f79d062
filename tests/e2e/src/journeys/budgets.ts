import type { Kind } from '../support/network.ts';

/** Limits of a first visit to a route: kB over the wire by kind, and numbers. */
export interface Budget extends Record<Kind, number> {
  /** Elements in the HTML. */
  elements: number;
  requests: number;
  /** The longest chain of responses that wait for each other, the HTML first, without the API's. */
  waves: number;
}

/** The limited quantities, in the order of the table. */
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

/** Think of phones before raising a limit, and lower a limit when a page gets lighter. */
const table = `
                        html  css  javascript  font  image  elements  requests  waves
  /                     19.8    0       131.2    73    8.9       959         9      2
  /about                13.6    0       123.9    73    4.1       384         8      2
  /terms-and-conditions  6.1    0       116.9    73      0        71         6      2
  /privacy-policy        6.1    0       116.9    73      0        71         6      2
  /FAQs                  6.1    0       116.9    73      0        71         6      2
  /support               6.1    0       116.9    73      0        71         6      2
  /how-it-works          6.1    0       116.9    73      0        71         6      2
  /login                 8.7    0       137.1    73    4.8       130        10      2
  /profile              13.6    0       153.7    73      0       250        12      2
  /stripe-success       10.8    0       117.2    73      0       235         6      2
  /stripe-error         10.8    0       121.7    73      0       235         7      2
`;

/** By path. */
export const budgets = new Map(table.trim().split('\n').slice(1).map(readRow));

function readRow(row: string): [path: string, Budget] {
  const [path = '', ...limits] = row.trim().split(/\s+/);
  const entries = limited.map((name, column) => [name, Number(limits[column])]);
  return [path, Object.fromEntries(entries)];
}
