import { nameOf, type Problem } from '@kargo/release-log/rules/release-gate';
import type { Browser } from '@playwright/test';
import { moreLeftovers, worseThan } from './compare.ts';
import type { Failure } from './failures.ts';
import type { Leftovers } from './in-page/watch-page.ts';
import type { Pictures } from './pictures.ts';
import type { Visit } from './plan-visits.ts';
import type { Screen, TestSite } from './screens.ts';
import { Tab } from './tab.ts';
import { type Seen, visitForComparison, visitScreen } from './visit-screen.ts';
import { sizeProblems, weightOf } from './weight.ts';

/** Visits a site's screens before they are served, and compares them with the current site's. */
export class Visitor {
  readonly site: TestSite;
  /** Screens that load more than the shell allows, one sentence each. */
  readonly tooLarge = new Set<Problem>();
  readonly taken = new Map<Screen, readonly string[]>();
  readonly notCompared = new Map<Visit, string>();
  readonly pictures = new Map<Visit, Pictures>();
  readonly #browser: Browser;
  readonly #current: TestSite | undefined;
  readonly #pressed = new Set<string>();
  /** The leftovers of the current releases' screens, by app. */
  readonly #usualLeftovers = new Map<string, Leftovers>();
  /** Tabs of earlier visits, by person and width, which need not load everything again. */
  readonly #tabs = new Map<string, Tab[]>();

  /** @param current site to compare with, if any */
  constructor(browser: Browser, site: TestSite, current: TestSite | undefined) {
    this.#browser = browser;
    this.site = site;
    this.#current = current;
  }

  async visit(visit: Visit): Promise<Failure[]> {
    if (!visit.isThorough) return this.#visitBriefly(visit);
    const failures = await this.visitAlone(visit, this.#pressed);
    const problem = this.notCompared.get(visit);
    if (failures.length > 0 || !problem) return failures;
    // The current release may fail because other visits keep the machine busy.
    return [{ visit, problem, moment: 'at some moment', path: visit.screen.path, kind: 'worse' }];
  }

  /** Takes a picture and a trace. Findings do not count: tracing is slow and replaces functions. */
  async trace(visit: Visit, path: string): Promise<void> {
    await using tab = await Tab.open(this.#browser, this.site, visit);
    await visitScreen(tab, visit, path);
  }

  /** Makes a visit in its own tab. Other visits have used these controls. */
  async visitAlone(visit: Visit, pressed = new Set<string>()): Promise<Failure[]> {
    await using tab = await Tab.open(this.#browser, this.site, visit);
    tab.pressed = pressed;
    const seen = await visitScreen(tab, visit);
    if (seen.problems.length > 0 || !visit.isThorough) return failuresIn(visit, seen);
    const { screen } = visit;
    this.taken.set(screen, seen.taken ?? []);
    const { releases } = this.site;
    const weight = weightOf(releases, screen.app, seen.requested);
    for (const it of sizeProblems(screen, weight, releases)) this.tooLarge.add(it);
    const before = await this.#seenBefore(visit, seen.leftovers);
    if (seen.picture) this.pictures.set(visit, { now: seen.picture, before: before?.picture });
    return worseThan(seen, before).map((problem) => ({
      visit,
      problem,
      moment: 'compared with the current release',
      path: screen.path,
      kind: 'worse',
    }));
  }

  async #visitBriefly(visit: Visit): Promise<Failure[]> {
    const key = `${visit.person.name} ${visit.width}`;
    const tabs = this.#tabs.get(key) ?? [];
    this.#tabs.set(key, tabs);
    const tab = tabs.pop() ?? (await Tab.open(this.#browser, this.site, visit));
    tab.pressed = this.#pressed;
    const seen = await visitScreen(tab, visit);
    if (seen.problems.length > 0) await tab[Symbol.asyncDispose]();
    else tabs.push(tab);
    return failuresIn(visit, seen);
  }

  /** Returns undefined if the site has no such screen, or if it fails there. */
  async #seenBefore(visit: Visit, leftovers: Leftovers | undefined): Promise<Seen | undefined> {
    const { app, id } = visit.screen;
    const screen = this.#current?.screens.find((screen) => screen.id === id);
    if (!this.#current || !screen) return undefined;
    const isUsual = () => {
      const usual = this.#usualLeftovers.get(app);
      return leftovers && usual && moreLeftovers(leftovers, usual).length === 0;
    };
    let seen: Seen | undefined;
    for (const depth of isUsual() ? (['seen'] as const) : (['left', 'used'] as const)) {
      await using tab = await Tab.open(this.#browser, this.#current, visit);
      seen = await visitForComparison(tab, { ...visit, screen }, depth);
      if (seen.leftovers) this.#usualLeftovers.set(app, seen.leftovers);
      if (seen.problems.length > 0 || !leftovers || isUsual()) break;
    }
    const [problem] = seen?.problems ?? [];
    this.notCompared.delete(visit);
    if (!problem) return seen;
    const release = this.site.releases.get(app);
    const begin = release ? nameOf(release) : app;
    this.notCompared.set(
      visit,
      `${begin} was not compared at ${id}, where the current release fails: ${problem}`,
    );
    return undefined;
  }
}

/** Returns the first error, which usually causes the others. */
function failuresIn(visit: Visit, { problems, moment, path, isLate }: Seen): Failure[] {
  const [problem] = problems;
  return problem === undefined
    ? []
    : [{ visit, problem, moment, path, kind: isLate ? 'late' : 'error' }];
}
