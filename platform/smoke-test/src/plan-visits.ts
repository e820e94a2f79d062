import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { type Person, peopleOf } from './people.ts';
import { readReleases, readScreens, type Screen, type Versions } from './screens.ts';

/** Widths of the window in px: a phone and a desktop computer. */
export const widths = [390, 1440] as const;

/** How a person comes to a screen: by its address, or from another app's screen by a link. */
export const ways = ['address', 'link'] as const;

export interface Visit {
  screen: Screen;
  person: Person;
  width: (typeof widths)[number];
  way: (typeof ways)[number];
  /** Whether this is the one visit that examines the screen thoroughly at this width. */
  isThorough: boolean;
}

/**
 * Plans visits: each screen at each width in each way, and for each person; each person at each
 * width and in each way. The longest visits come first.
 */
export function planVisits(screens: readonly Screen[], people: readonly Person[]): Visit[] {
  const possible = screens.flatMap((screen) =>
    people
      .filter((person) => mayVisit(person, screen))
      .flatMap((person) =>
        widths.flatMap((width) => ways.map((way) => ({ screen, person, width, way }))),
      ),
  );
  const seen = new Set<string>();
  const visits = coverEach(possible).map((visit) => {
    const place = `${visit.screen.id} ${visit.width}`;
    const isRefused = visit.person.token !== null && !visit.person.isAdmitted;
    const isThorough = !isRefused && !seen.has(place);
    if (isThorough) seen.add(place);
    return { ...visit, isThorough };
  });
  return visits.sort((one, other) => Number(other.isThorough) - Number(one.isThorough));
}

/** Visitors see no screens for drivers. Refused drivers end up on a screen for visitors. */
function mayVisit({ token, isAdmitted }: Person, { access }: Screen): boolean {
  if (access === 'public') return true;
  return access === 'signed-in' ? isAdmitted : token === null || !isAdmitted;
}

type Combination = Omit<Visit, 'isThorough'>;

const combined = ({ screen, person, width, way }: Combination): string[] => [
  `${screen.id}, ${width}, ${way}`,
  `${screen.id}, ${person.name}`,
  `${person.name}, ${width}`,
  `${person.name}, ${way}`,
  // A driver who comes by a link has loaded the profile.
  `${screen.id}, ${way}, ${person.isAdmitted}`,
];

/** Keeps choosing the visit with the most missing combinations until none is missing. */
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

export type Plan = Awaited<ReturnType<typeof planSmokeTest>>;

/** Plans visits to every screen of these apps, or to all screens for the shell. */
export async function planSmokeTest(
  store: ReleaseStore,
  versions: Versions,
  apps: readonly string[],
) {
  const releases = await readReleases(store, versions, apps);
  const people = peopleOf([...releases.values()]);
  const all = await readScreens(store, releases);
  const screens = all.filter(({ app }) => apps.includes('shell') || apps.includes(app));
  return { apps, releases, people, all, screens, visits: planVisits(screens, people) };
}
