import type { Person } from './people.ts';
import type { Screen } from './screens.ts';

/** Widths of the window, in px: a phone and a desktop computer. */
export const widths = [390, 1440] as const;

/** How somebody comes to a screen: by its address, or inside the site, from a screen of another app. */
export const ways = ['address', 'link'] as const;

export interface Visit {
  screen: Screen;
  person: Person;
  width: (typeof widths)[number];
  way: (typeof ways)[number];
  /** Whether it is the visit in which this screen is looked at most closely at this width. */
  isThorough: boolean;
}

/**
 * Returns the visits to some screens: so many that each screen is opened at each width in each way and by each
 * person, and each person comes at each width and in each way.
 *
 * @param isFull returns all that are possible
 */
export function planVisits(
  screens: readonly Screen[],
  people: readonly Person[],
  { isFull }: { isFull: boolean },
): Visit[] {
  const possible = screens.flatMap((screen) =>
    people
      .filter((person) => mayVisit(person, screen))
      .flatMap((person) =>
        widths.flatMap((width) => ways.map((way) => ({ screen, person, width, way }))),
      ),
  );
  const chosen = isFull ? possible : coverEach(possible);
  const seen = new Set<string>();
  return chosen.map((visit) => {
    const place = `${visit.screen.id} ${visit.width}`;
    const isRefused = visit.person.token !== null && !visit.person.isAdmitted;
    const isThorough = !isRefused && !seen.has(place);
    if (isThorough) seen.add(place);
    return { ...visit, isThorough };
  });
}

/** A visitor sees no screen for drivers. A screen for visitors is also where a refused driver ends. */
function mayVisit({ token, isAdmitted }: Person, { access }: Screen): boolean {
  if (access === 'public') return true;
  return access === 'signed-in' ? isAdmitted : token === null || !isAdmitted;
}

type Combination = Omit<Visit, 'isThorough'>;

/** The combinations of which each has to occur. */
const combined = ({ screen, person, width, way }: Combination): string[] => [
  `${screen.id}, ${width}, ${way}`,
  `${screen.id}, ${person.name}`,
  `${person.name}, ${width}`,
  `${person.name}, ${way}`,
  // A driver who comes by a link has the profile already.
  `${screen.id}, ${way}, ${person.isAdmitted}`,
];

/** Chooses the visit with the most combinations that are missing yet, until none is missing. */
function coverEach(possible: readonly Combination[]): Combination[] {
  const missing = new Set(possible.flatMap(combined));
  const chosen: Combination[] = [];
  while (missing.size > 0) {
    const gain = (visit: Combination) => combined(visit).filter((it) => missing.has(it)).length;
    const best = possible.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const it of combined(best)) missing.delete(it);
    chosen.push(best);
  }
  return chosen;
}
