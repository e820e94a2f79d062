import { errors } from '@playwright/test';
import { accessibilityFindings } from './accessibility.ts';
import { inspectScreen } from './in-page/inspect-screen.ts';
import type { Traces } from './in-page/watch-page.ts';
import { type Growth, growthOf } from './memory.ts';
import { lookAtParts, type Parts } from './parts.ts';
import { type Visit, widths } from './plan-visits.ts';
import { pressEverything } from './press-everything.ts';
import type { Screen } from './screens.ts';
import { FailedError, type Site, type Tab } from './tab.ts';

/** What was seen in a visit. */
export interface Seen {
  /** One sentence each. */
  problems: string[];
  /** What the person did when they occurred, such as `after a reload`. */
  moment: string;
  /** Path of the page that was open then. */
  path: string;
  /** Whether they are that something took too long. */
  isLate: boolean;
  /** Addresses of the files that were asked for. */
  requested: ReadonlySet<string>;
  /** Duration of the longest task until the screen was looked at, in milliseconds. */
  longestTask?: number;
  parts?: Parts;
  /** What the page had after the screen was left. */
  traces?: Traces;
  growth?: Growth;
}

/** How long a screen is looked at, in milliseconds. */
const brieflyMs = 200;
const thoroughlyMs = 2500;

/** How long a link may take to lead somewhere, in milliseconds. */
const linkMs = 8000;

/**
 * Visits a screen as a person does: comes to it, looks at it to its end and leaves it by a link. In a thorough
 * visit the person also comes back, presses everything, and loads the page again.
 *
 * @param evidence path and begin of the name of files that show the visit
 */
export function visitScreen(tab: Tab, visit: Visit, evidence?: string): Promise<Seen> {
  return tryIn(tab, visit, visit.isThorough ? visitThoroughly : visitBriefly, evidence);
}

/**
 * Visits a screen for what another release is compared with.
 *
 * @param isLeft whether it is also left, for what it leaves behind
 */
export function visitForComparison(tab: Tab, visit: Visit, isLeft: boolean): Promise<Seen> {
  return tryIn(tab, visit, async (_, { screen, ...visit }, seen) => {
    await arrive(tab, { screen, ...visit });
    await tab.scrollThrough({ isSlow: true });
    seen.longestTask = await tab.longestTask();
    seen.requested = new Set(tab.requested);
    seen.parts = await lookAtParts(tab);
    if (!isLeft) return;
    await leaveAndComeBack(tab, screen);
    seen.traces = await tracesAfter(tab, screen);
  });
}

type Steps = (tab: Tab, visit: Visit, seen: Seen) => Promise<void>;

async function tryIn(tab: Tab, visit: Visit, steps: Steps, evidence?: string): Promise<Seen> {
  const seen: Seen = {
    problems: [],
    isLate: false,
    moment: '',
    path: '',
    requested: tab.requested,
  };
  if (evidence) await tab.startTrace();
  try {
    await steps(tab, visit, seen);
    await tab.checkSession();
  } catch (error) {
    if (error instanceof errors.TimeoutError) tab.isLate = true;
    if (!(error instanceof FailedError)) tab.errors.add((error as Error).message);
  }
  if (evidence) await tab.keepEvidence(evidence);
  const [problem, ...others] = tab.problems();
  if (problem !== undefined) seen.problems.push(await withCause(tab, problem), ...others);
  seen.isLate = tab.isLate;
  seen.moment = tab.moment;
  seen.path = tab.path;
  return seen;
}

/** Adds to a problem what may be behind it, such as a replaced `fetch`, with which scripts are loaded. */
async function withCause(tab: Tab, problem: string): Promise<string> {
  const replaced = await tab.replaced();
  if (replaced.length === 0) return problem;
  const [line, ...stack] = problem.split('\n');
  const cause = `${line}; it replaces functions of the browser: ${replaced.join(', ')}`;
  return [cause, ...stack].join('\n');
}

async function visitBriefly(tab: Tab, visit: Visit): Promise<void> {
  await arrive(tab, visit);
  await look(tab, visit);
  await leaveByLink(tab, 'last');
}

async function visitThoroughly(tab: Tab, visit: Visit, seen: Seen): Promise<void> {
  const { screen, width } = visit;
  await arrive(tab, visit);
  await look(tab, visit);
  seen.longestTask = await tab.longestTask();
  seen.requested = new Set(tab.requested);
  seen.parts = await lookAtParts(tab);
  await leaveAndComeBack(tab, screen);
  seen.traces = await tracesAfter(tab, screen);
  tab.moment = 'when it was come back to';
  await tab.goTo(screen);
  for (const { impact, text } of await accessibilityFindings(tab.page))
    if (impact === 'serious' || impact === 'critical') tab.fail(text);
  if (!tab.site.isLive) await pressEverything(tab, screen);
  tab.moment = 'after a reload';
  await tab.page.reload();
  await tab.waitFor(screen);
  tab.moment = 'in ten visits';
  if (width === widths[0]) seen.growth = await growthOf(tab, screen, elsewhere(tab.site, screen));
}

/**
 * A screen of another app, which is open to everybody if there is one. The last, since the first is the landing page,
 * the largest.
 */
function elsewhere({ screens }: Site, { app }: Screen): Screen {
  const others = screens.filter((screen) => screen.app !== app);
  const other = others.findLast(({ access }) => access === 'public') ?? others[0];
  if (!other) throw new Error(`The site has no other screens than those of ${app}`);
  return other;
}

/** Comes to a screen. A driver who is not let in wants to see the profile, and ends at the login. */
async function arrive(tab: Tab, { screen, person, way }: Visit): Promise<void> {
  tab.moment = 'on arrival';
  const isRefused = screen.access === 'signed-out' && person.token !== null;
  const wanted = isRefused ? tab.site.screens.find(({ access }) => access === 'signed-in') : screen;
  if (isRefused) tab.expectRefusal();
  const { path } = wanted ?? screen;
  if (way === 'address') await tab.open(path);
  else {
    const other = elsewhere(tab.site, screen);
    if (tab.isOnSite) await tab.goTo(other);
    else {
      await tab.open(other.path);
      await tab.waitFor(other);
    }
    await tab.follow(path);
  }
  await tab.waitFor(screen);
}

/** Looks at all of a screen for a while, and at what it would do later. */
async function look(tab: Tab, { screen: { app }, isThorough }: Visit): Promise<void> {
  tab.moment = 'when it was looked at';
  await tab.page.waitForTimeout(isThorough ? thoroughlyMs : brieflyMs);
  await tab.scrollThrough({ isSlow: isThorough });
  await tab.runTimersOf(app);
  const [problem] = await tab.page.evaluate(inspectScreen, app);
  if (problem) tab.fail(await withStyles(tab, app, problem));
}

/** Puts the styles first that may be behind what a page looks like. */
async function withStyles(tab: Tab, app: string, problem: string): Promise<string> {
  const styles = await tab.stylesOutside(app);
  if (styles.length === 0) return problem;
  return `its styles apply to other parts of the page: ${styles.join(', ')}; ${problem}`;
}

/** Follows a link on the page that leads to another one: the first is usually in the header, the last in the footer. */
async function leaveByLink(tab: Tab, which: 'first' | 'last'): Promise<void> {
  const { page } = tab;
  tab.moment = 'when it was left';
  const here = new URL(page.url()).pathname;
  const index = which === 'first' ? 0 : -1;
  const path = await page.evaluate(linkAway, index);
  if (path === null) return;
  const link = page.locator(`a[href="${path}"]:visible`).nth(index);
  await link
    .click({ timeout: linkMs })
    .catch(() => tab.failLate(`the link to ${path} cannot be clicked`));
  await page
    .waitForFunction((before) => location.pathname !== before, here, { timeout: linkMs })
    .catch(() => tab.failLate(`the link to ${path} leads nowhere`));
  await tab.settle();
}

async function leaveAndComeBack(tab: Tab, screen: Screen): Promise<void> {
  await leaveByLink(tab, 'first');
  await tab.page.goBack();
  await tab.waitFor(screen);
}

async function tracesAfter(tab: Tab, screen: Screen): Promise<Traces> {
  await tab.goTo(elsewhere(tab.site, screen));
  return tab.traces(screen.app);
}

/** Runs in the page: the address of one of the links to other pages, outside of the screen if there are any. */
function linkAway(index: number): string | null {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(
    (link) => link.checkVisibility() && link.pathname !== location.pathname && !link.target,
  );
  const outside = links.filter((link) => !link.closest('[data-remote]'));
  return (outside.length > 0 ? outside : links).at(index)?.getAttribute('href') ?? null;
}
