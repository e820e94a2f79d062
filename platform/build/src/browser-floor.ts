import { join } from 'node:path';
import browserslist from 'browserslist';

/** The file with the oldest supported browsers: the only list, for webpack, TypeScript, the page and the checks. */
export const browserslistFile = join(import.meta.dirname, '../.browserslistrc');

/** The oldest supported version of each browser, by its name in browserslist. */
export const browserFloor: Readonly<Record<string, number>> = oldestOf(
  browserslist(null, { config: browserslistFile }),
);

/** The newest ECMAScript version whose syntax all of them support. */
export const ecmaVersion = 2022;

/** For messages, such as `Chrome 111, Edge 111, Firefox 121 or Safari 16.4`. */
export const floorInWords = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  ['Chrome', 'Edge', 'Firefox', 'Safari'].map((it) => `${it} ${browserFloor[it.toLowerCase()]}`),
);

function oldestOf(browsers: readonly string[]): Record<string, number> {
  const oldest: Record<string, number> = {};
  for (const browser of browsers) {
    const [name = '', versions = ''] = browser.split(' ');
    const version = Number.parseFloat(versions);
    oldest[name] = Math.min(version, oldest[name] ?? version);
  }
  return oldest;
}
