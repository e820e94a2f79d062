import { join } from 'node:path';
import browserslist from 'browserslist';

/** The only list of the oldest supported browsers, for builds, the page and the checks. */
export const browserslistFile = join(import.meta.dirname, '../.browserslistrc');

/** The oldest supported version of each browser, by its name in browserslist. */
export const browserFloor: Readonly<Record<string, number>> = Object.fromEntries(
  // The oldest version of each browser comes last.
  browserslist(null, { config: browserslistFile }).map((it) => {
    const [name = '', versions = ''] = it.split(' ');
    return [name, Number.parseFloat(versions)];
  }),
);

/** The newest ECMAScript version whose syntax all these browsers support. */
export const ecmaVersion = 2022;

/** The same as text, such as `Chrome 111, Edge 111, Firefox 121 or Safari 16.4`. */
export const floorInWords = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  ['Chrome', 'Edge', 'Firefox', 'Safari'].map((it) => `${it} ${browserFloor[it.toLowerCase()]}`),
);
