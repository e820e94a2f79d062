import { join } from 'node:path';
import browserslist from 'browserslist';

/** The file with the oldest supported browsers: the only list, for webpack, TypeScript, the page and the checks. */
export const browserslistFile = join(import.meta.dirname, '../.browserslistrc');

/** The oldest supported version of each browser, by its name in browserslist. */
export const browserFloor: Readonly<Record<string, number>> = oldestOf(
  browserslist(null, { config: browserslistFile }),
);

/** The first browser versions with all syntax of a year's ECMAScript, newest year first. */
const syntax = [
  { year: 2024, since: { chrome: 112, edge: 112, firefox: 116, safari: 17, ios_saf: 17 } },
  { year: 2022, since: { chrome: 94, edge: 94, firefox: 93, safari: 16.4, ios_saf: 16.4 } },
  { year: 2021, since: { chrome: 85, edge: 85, firefox: 79, safari: 14.1, ios_saf: 14.5 } },
] as const;

/** The newest ECMAScript version whose syntax all of these browsers support. Throws if none is known. */
export function ecmaVersionOf(floor: Readonly<Record<string, number>>): 2021 | 2022 | 2024 {
  const found = syntax.find(({ since }) =>
    Object.entries(floor).every(
      ([name, version]) => version >= (new Map(Object.entries(since)).get(name) ?? Infinity),
    ),
  );
  if (!found) throw new Error(`No ECMAScript is known for ${JSON.stringify(floor)}.`);
  return found.year;
}

export const ecmaVersion = ecmaVersionOf(browserFloor);

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
