import { errors } from '@playwright/test';
import { accessibilityFindings } from './accessibility.ts';
import { animationsEnded } from './in-page/inspect-screen.ts';
import type { Leftovers } from './in-page/watch-page.ts';
import { elsewhere, goBack, leaveByLink } from './leave-screen.ts';
import { readLeftovers } from './leftovers.ts';
import { growthOf } from './memory.ts';
import { type Parts, readParts } from './parts.ts';
import { takePicture } from './pictures.ts';
import { type Visit, widths } from './plan-visits.ts';
import type { Screen } from './screens.ts';
import { takenBy } from './shared-modules.ts';
import { FailedError, laterMs, type Tab } from './tab.ts';
import { useEverything } from './use-everything.ts';
import { useHeader } from './use-header.ts';

export interface Seen {
  problems: string[];
  /** What the person was doing, such as `after a reload`. */
  moment: string;
  path: string;
  isLate: boolean;
  /** Addresses of requested files. */
  requested: ReadonlySet<string>;
  /** Milliseconds of the longest task until the screen was examined. */
  longestTask?: number;
  taken?: string[];
  parts?: Parts;
  picture?: Buffer;
  /** What the page had after the screen was left. */
  leftovers?: Leftovers;
  /** How many bytes of the page's memory each further visit takes. */
  growth?: number;
}

/** How long to look at a screen, in milliseconds. */
const brieflyMs = 200;

/**
 * Visits a screen like a person, who comes, looks, and leaves by a link. In a thorough visit, the
 * person also uses everything, returns, and reloads the page or logs out. The evidence is files.
 */
export function visitScreen(tab: Tab, visit: Visit, evidence?: string): Promise<Seen> {
  return tryIn(tab, visit, visit.isThorough ? visitThoroughly : visitBriefly, evidence);
}

/** Whether a visit for comparison only sees a screen, also leaves it, or uses it before that. */
export type Depth = 'seen' | 'left' | 'used';

/** Visits a screen to compare another release with it. */
export function visitForComparison(tab: Tab, visit: Visit, depth: Depth): Promise<Seen> {
  return tryIn(tab, visit, async (_, visit, found) => {
    const { screen } = visit;
    await arrive(tab, visit);
    await tab.scrollThrough();
    await recordScreen(tab, screen, found);
    if (depth === 'used') await useEverything(tab, visit);
    if (depth !== 'seen') await recordLeftovers(tab, screen, found);
  });
}

type Found = Omit<Seen, 'problems' | 'moment' | 'path' | 'isLate'>;
type Steps = (tab: Tab, visit: Visit, found: Found) => Promise<void>;

async function tryIn(tab: Tab, visit: Visit, steps: Steps, evidence?: string): Promise<Seen> {
  tab.begin();
  const found: Found = { requested: tab.requests.addresses };
  if (evidence) await tab.page.context().tracing.start({ screenshots: true, snapshots: true });
  const ended = new AbortController();
  try {
    const stepping = steps(tab, visit, found).then(() => tab.checkSession());
    await Promise.race([stepping, tab.untilStuck(ended.signal)]);
  } catch (error) {
    if (error instanceof errors.TimeoutError) tab.isLate = true;
    if (!(error instanceof FailedError)) tab.errors.add((error as Error).message);
  }
  ended.abort();
  if (evidence && !tab.isStuck) {
    await tab.page.screenshot({ path: `${evidence}.png` });
    await tab.page.context().tracing.stop({ path: `${evidence}.zip` });
  }
  return {
    ...found,
    problems: await explained(tab),
    isLate: tab.isLate,
    moment: tab.moment,
    path: tab.path,
  };
}

async function explained(tab: Tab): Promise<string[]> {
  const problems = tab.errors.unexpected();
  if (tab.isStuck || !problems[0]?.includes('React error #418')) return problems;
  const texts = await tab.ask((watcher) => watcher.changedText()).catch(() => undefined);
  return problems.map((it) => it.replace(/(#418: [^\n]*)/, texts ? `$1 (${texts})` : '$1'));
}

async function visitBriefly(tab: Tab, visit: Visit): Promise<void> {
  await arrive(tab, visit);
  await look(tab, visit);
  // Other kinds of drivers may see other controls.
  await useEverything(tab, visit);
  if (tab.path !== visit.screen.path) await tab.goTo(visit.screen);
  await leaveByLink(tab, 'last');
}

async function visitThoroughly(tab: Tab, visit: Visit, found: Found): Promise<void> {
  const { screen, width, person } = visit;
  await arrive(tab, visit);
  await look(tab, visit);
  await recordScreen(tab, screen, found);
  if (width === widths[0]) await inspectNarrow(tab, screen);
  await useEverything(tab, visit);
  if (tab.path !== screen.path) await tab.goTo(screen);
  await recordLeftovers(tab, screen, found);
  await useHeader(tab, false);
  tab.moment = 'after returning to it';
  await tab.page.goBack();
  await tab.waitFor(screen);
  await checkContent(tab, screen);
  if (width !== widths[0]) return reloadOnTablet(tab, screen);
  tab.moment = 'in several visits';
  const other = elsewhere(tab.site, screen);
  found.growth = await growthOf(tab, screen, other);
  await goBack(tab, other);
  await goBack(tab, screen);
  if (!person.isAdmitted) return;
  await tab.checkSession();
  await useHeader(tab, true);
}

async function inspectNarrow(tab: Tab, { app }: Screen): Promise<void> {
  const { width = 0, height = 0 } = tab.page.viewportSize() ?? {};
  tab.moment = 'at 320 px, as on a phone with larger text';
  await tab.page.setViewportSize({ width: 320, height });
  await tab.settle();
  await tab.inspect(app);
  await tab.page.setViewportSize({ width, height });
}

async function reloadOnTablet(tab: Tab, screen: Screen): Promise<void> {
  tab.moment = 'after a reload at 768 px';
  await tab.page.setViewportSize({ width: 768, height: 1024 });
  await tab.settle();
  await tab.page.reload();
  await tab.waitFor(screen);
  await inspect(tab, screen.app);
}

async function recordScreen(tab: Tab, { app }: Screen, found: Found): Promise<void> {
  found.longestTask = await tab.ask((watcher) => watcher.longestTask());
  found.requested = new Set(tab.requests.addresses);
  found.taken = await takenBy(tab, app);
  found.parts = await readParts(tab, app);
  found.picture = await takePicture(tab.page);
}

async function recordLeftovers(tab: Tab, screen: Screen, found: Found): Promise<void> {
  const isLeft = await leaveByLink(tab, 'first');
  const there = tab.site.screens.find(({ path }) => path === tab.path);
  if (!isLeft) await tab.goTo(elsewhere(tab.site, screen));
  else if (there) await tab.waitFor(there);
  found.leftovers = await readLeftovers(tab, screen.app);
  // A timer that soon ends is no leftover.
  if (!found.leftovers.running.some((it) => /^(timeout|animation frame)$/.test(it))) return;
  await tab.page.waitForTimeout(laterMs);
  found.leftovers = await readLeftovers(tab, screen.app);
}

/** Fails on dead links and on serious findings of axe. */
async function checkContent(tab: Tab, { app }: Screen): Promise<void> {
  const graveFindings = async () => {
    await tab.page.evaluate(animationsEnded);
    const findings = await accessibilityFindings(tab.page);
    const grave = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.map(({ text }) => text);
  };
  let problems = await graveFindings();
  // A text may have begun to fade in.
  if (problems.length > 0) problems = await graveFindings();
  const links = await tab.page
    .locator(`[data-remote="${app}"] a[href]`)
    .evaluateAll((all: HTMLAnchorElement[]) =>
      all.map(({ origin, pathname, textContent }) => [origin + pathname, textContent] as const),
    );
  for (const [address, name] of new Map(links)) {
    const path = address.replace(tab.site.url, '');
    if (await tab.isNothingAt(path))
      problems.push(`the link "${name}" leads to ${path}, where nothing is`);
  }
  if (problems.length > 0) tab.fail(problems.join('; and '));
}

/** Opens a screen. A refused driver opens the profile, and ends up at the login. */
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

/** Looks at the whole screen for a while and runs its later timers. */
async function look(tab: Tab, { screen, isThorough }: Visit): Promise<void> {
  tab.moment = 'when it was looked at';
  await tab.stay(isThorough ? laterMs : brieflyMs);
  // By now it may have changed its title or address.
  await tab.waitFor(screen);
  await inspect(tab, screen.app);
  if (await tab.ask((watcher) => watcher.controls.asksToStay()))
    tab.fail('it asks before the page is left, though nothing was entered');
}

async function inspect(tab: Tab, app: string): Promise<void> {
  await tab.scrollThrough();
  await tab.runTimersOf(app);
  await tab.inspect(app);
}
