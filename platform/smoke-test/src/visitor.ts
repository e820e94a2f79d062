import { nameOf } from '@kargo/release-log/contract/release-gate';
import type { Browser } from '@playwright/test';
import { moreTraces, worseThan } from './compare.ts';
import type { Failure } from './failures.ts';
import type { Traces } from './in-page/watch-page.ts';
import type { Visit } from './plan-visits.ts';
import { type Site, Tab } from './tab.ts';
import { type Seen, visitForComparison, visitScreen } from './visit-screen.ts';
import { type Weighed, weightOf } from './weight.ts';

/** Visits screens of a site that would be served, and compares them with those of the current one. */
export class Visitor {
  readonly site: Site;
  /** What screens have loaded in thorough visits. */
  readonly weights: Weighed[] = [];
  /** Why a visit could not be compared, one sentence each. */
  readonly notCompared = new Map<Visit, string>();
  readonly #browser: Browser;
  readonly #current: Site | undefined;
  /** What screens of the current releases were seen to leave, by app. */
  readonly #usualTraces = new Map<string, Traces>();
  /** Tabs of earlier visits, by person and width, which need not load everything again. */
  readonly #tabs = new Map<string, Tab[]>();

  /** @param current what is compared with, if there is anything */
  constructor(browser: Browser, site: Site, current: Site | undefined) {
    this.#browser = browser;
    this.site = site;
    this.#current = current;
  }

  /** Returns what went wrong. */
  async visit(visit: Visit): Promise<Failure[]> {
    if (!visit.isThorough) return this.#visitBriefly(visit);
    const failures = await this.visitAlone(visit);
    const problem = this.notCompared.get(visit);
    if (failures.length > 0 || !problem) return failures;
    // The current release may fail since the machine is busy with other visits.
    return [{ visit, problem, moment: 'at some moment', path: visit.screen.path, kind: 'worse' }];
  }

  /**
   * Keeps a picture and a trace of a visit. It finds nothing: tracing takes time and replaces functions.
   *
   * @param path path and begin of the name of the files
   */
  async trace(visit: Visit, path: string): Promise<void> {
    await using tab = await Tab.open(this.#browser, this.site, visit);
    await visitScreen(tab, visit, path);
  }

  /** Makes a visit in a tab of its own. */
  async visitAlone(visit: Visit): Promise<Failure[]> {
    await using tab = await Tab.open(this.#browser, this.site, visit);
    const seen = await visitScreen(tab, visit);
    if (seen.problems.length > 0 || !visit.isThorough) return failuresIn(visit, seen);
    const before = await this.#seenBefore(visit, seen.traces);
    this.weights.push({
      screen: visit.screen,
      now: weightOf(this.site.releases, visit.screen.app, seen.requested),
      before:
        before &&
        this.#current &&
        weightOf(this.#current.releases, visit.screen.app, before.requested),
    });
    return worseThan(seen, before).map((problem) => ({
      visit,
      problem,
      moment: 'compared with the current release',
      path: visit.screen.path,
      kind: 'worse',
    }));
  }

  async #visitBriefly(visit: Visit): Promise<Failure[]> {
    const key = `${visit.person.name} ${visit.width}`;
    const tabs = this.#tabs.get(key) ?? [];
    this.#tabs.set(key, tabs);
    const tab = tabs.pop() ?? (await Tab.open(this.#browser, this.site, visit));
    const seen = await visitScreen(tab, visit);
    if (seen.problems.length > 0) await tab[Symbol.asyncDispose]();
    else tabs.push(tab);
    return failuresIn(visit, seen);
  }

  /** Returns undefined if the site has no such screen, or one that fails. */
  async #seenBefore(visit: Visit, traces: Traces | undefined): Promise<Seen | undefined> {
    const { app, id } = visit.screen;
    const screen = this.#current?.screens.find((screen) => screen.id === id);
    if (!this.#current || !screen) return undefined;
    const usual = this.#usualTraces.get(app);
    const isUsual = traces && usual && moreTraces(traces, usual).length === 0;
    await using tab = await Tab.open(this.#browser, this.#current, visit);
    const seen = await visitForComparison(tab, { ...visit, screen }, !isUsual);
    if (seen.traces) this.#usualTraces.set(app, seen.traces);
    const [problem] = seen.problems;
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

/** Returns the first error, from which others usually follow. */
function failuresIn(visit: Visit, { problems, moment, path, isLate }: Seen): Failure[] {
  const [problem] = problems;
  return problem === undefined
    ? []
    : [{ visit, problem, moment, path, kind: isLate ? 'late' : 'error' }];
}
