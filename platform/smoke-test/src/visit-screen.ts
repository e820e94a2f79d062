import { apiBasePath } from '@kargo/shared-types/api/api-paths';
import { errors } from '@playwright/test';
import { accessibilityFindings } from './accessibility.ts';
import { inspectScreen } from './in-page/inspect-screen.ts';
import { readTheme } from './in-page/read-look.ts';
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
  /** Custom properties of the page while the screen was there, by name. */
  theme?: Record<string, string>;
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
 * Visits a screen as a person does: comes, looks, and leaves by a link. In a thorough visit the person also comes
 * back, presses everything, and loads the page again.
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
  return tryIn(tab, visit, async (_, { screen, ...visit }, found) => {
    await arrive(tab, { screen, ...visit });
    await tab.scrollThrough({ isSlow: true });
    await recordScreen(tab, found);
    if (isLeft) await recordTraces(tab, screen, found);
  });
}

/** What steps record on the way. */
type Found = Omit<Seen, 'problems' | 'moment' | 'path' | 'isLate'>;
type Steps = (tab: Tab, visit: Visit, found: Found) => Promise<void>;

async function tryIn(tab: Tab, visit: Visit, steps: Steps, evidence?: string): Promise<Seen> {
  const found: Found = { requested: tab.requested };
  if (evidence) await tab.page.context().tracing.start({ screenshots: true, snapshots: true });
  try {
    await steps(tab, visit, found);
    await tab.checkSession();
  } catch (error) {
    if (error instanceof errors.TimeoutError) tab.isLate = true;
    if (!(error instanceof FailedError)) tab.errors.add((error as Error).message);
  }
  if (evidence) await tab.page.screenshot({ path: `${evidence}.png` });
  if (evidence) await tab.page.context().tracing.stop({ path: `${evidence}.zip` });
  const [problem, ...others] = tab.problems();
  const problems = problem === undefined ? [] : [await withCause(tab, problem), ...others];
  return { ...found, problems, isLate: tab.isLate, moment: tab.moment, path: tab.path };
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

async function visitThoroughly(tab: Tab, visit: Visit, found: Found): Promise<void> {
  const { screen, width } = visit;
  await arrive(tab, visit);
  await look(tab, visit);
  await recordScreen(tab, found);
  await recordTraces(tab, screen, found);
  tab.moment = 'after returning to it';
  await tab.goTo(screen);
  await checkContent(tab, screen);
  await pressEverything(tab, screen);
  if (tab.path !== screen.path) await tab.goTo(screen);
  const isPhone = width === widths[0];
  tab.moment = isPhone ? 'after a reload' : 'after a reload at 768 px';
  if (!isPhone) await tab.page.setViewportSize({ width: 768, height: 1024 });
  await tab.settle();
  await tab.page.reload();
  await tab.waitFor(screen);
  if (!isPhone) return inspect(tab, screen.app, { isSlow: false });
  tab.moment = 'in ten visits';
  const other = elsewhere(tab.site, screen);
  found.growth = await growthOf(tab, screen, other);
  await goBack(tab, other);
  await goBack(tab, screen);
}

async function recordScreen(tab: Tab, found: Found): Promise<void> {
  found.longestTask = await tab.ask((watcher) => watcher.longestTask());
  found.requested = new Set(tab.requested);
  found.parts = await lookAtParts(tab);
  found.theme = await tab.page.evaluate(readTheme);
}

async function recordTraces(tab: Tab, screen: Screen, found: Found): Promise<void> {
  await leaveByLink(tab, 'first');
  await tab.page.goBack();
  await tab.waitFor(screen);
  await tab.goTo(elsewhere(tab.site, screen));
  found.traces = await tab.traces(screen.app);
}

/** Fails with what is wrong with a screen's content, whatever it looks like. */
async function checkContent(tab: Tab, { app }: Screen): Promise<void> {
  const findings = await accessibilityFindings(tab.page);
  const grave = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const problems = grave.map(({ text }) => text);
  const links = await tab.page
    .locator(`[data-remote="${app}"] a[href]`)
    .evaluateAll((all: HTMLAnchorElement[]) =>
      all.map(({ origin, pathname, textContent }) => [origin + pathname, textContent] as const),
    );
  for (const [address, name] of new Map(links)) {
    const path = address.replace(tab.site.url, '');
    // The stand-in for the API says itself what it has no sample of.
    if (!path.startsWith('/') || path.startsWith(apiBasePath)) continue;
    const { status } = await fetch(tab.site.url + path, { method: 'HEAD', redirect: 'manual' });
    if (status === 404) problems.push(`the link "${name}" leads to ${path}, where nothing is`);
  }
  if (problems.length > 0) tab.fail(problems.join('; and '));
}

/**
 * A screen of another app, if possible a public one. The last, since the first is the landing page, the largest,
 * which loads the driver's profile, as screens for drivers do.
 */
function elsewhere({ screens }: Site, { app }: Screen, hasProfile = false): Screen {
  const others = screens.filter((screen) => screen.app !== app);
  const other = hasProfile
    ? (others.find(({ access }) => access === 'signed-in') ?? others[0])
    : (others.findLast(({ access }) => access === 'public') ?? others[0]);
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
    const other = elsewhere(tab.site, screen, person.isAdmitted);
    if (tab.page.url().startsWith(tab.site.url)) await tab.goTo(other);
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
  await tab.stay(isThorough ? thoroughlyMs : brieflyMs);
  await inspect(tab, app, { isSlow: isThorough });
}

async function inspect(tab: Tab, app: string, { isSlow }: { isSlow: boolean }): Promise<void> {
  await tab.scrollThrough({ isSlow });
  await tab.runTimersOf(app);
  const [problem] = await tab.page.evaluate(inspectScreen, app);
  if (!problem) return;
  // They may be behind what a page looks like.
  const styles = (await tab.ask((watcher, app) => watcher.outside(app), app)).join(', ');
  tab.fail(styles ? `its styles apply to other parts of the page: ${styles}; ${problem}` : problem);
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

/** Presses Back, which has to lead to the screen before. */
async function goBack(tab: Tab, { path }: Screen): Promise<void> {
  await tab.page.goBack();
  await tab.settle();
  if (tab.path !== path) tab.fail(`Back leads to ${tab.path}, and not to ${path}: add no entries`);
}

/** Runs in the page: the address of one of the links to other pages, outside of the screen if there are any. */
function linkAway(index: number): string | null {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(
    (link) => link.checkVisibility() && link.pathname !== location.pathname && !link.target,
  );
  const outside = links.filter((link) => !link.closest('[data-remote]'));
  return (outside.length > 0 ? outside : links).at(index)?.getAttribute('href') ?? null;
}
