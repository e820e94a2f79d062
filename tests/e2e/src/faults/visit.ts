import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { ProblemKind } from '@kargo/shared-types/releases/reports';
import { ConsoleErrors } from '@kargo/smoke-test/console-errors';
import type { Browser, Page } from '@playwright/test';
import { expect, storeSession } from '../support/journey.ts';
import { type Versions, versionsOf } from '../support/published-release.ts';
import { expectReports } from '../support/reports.ts';
import type { Fault } from './faults.ts';
import { FaultySite } from './faulty-site.ts';
import { type Destination, header, pageWithoutRemote, type WayIn } from './ways-in.ts';

export interface Case {
  fault: Fault;
  remote: string;
  destination: Destination;
  wayIn: WayIn;
  /** Which releases fail: the current one, or also the last good one. */
  broken: 'current' | 'all';
  /** What is reported about a version, if not the fault's kind. */
  reportOf?: (version: string) => ProblemKind | undefined;
  /** Whether "Try again" reloads the page. */
  reloads?: boolean;
}

type Shown = 'current release' | 'last good release' | 'unavailable';

/**
 * Visits a remote's screen while its releases fail, then uses "Try again" without the fault.
 *
 * @returns what was shown, and how many ms after the first request for the remote
 */
export async function visit(
  {
    browser,
    site: origin,
    faultySite = origin,
    token,
  }: { browser: Browser; site: string; faultySite?: string | undefined; token: string },
  { fault, remote, destination, wayIn, broken, reportOf = () => fault.report, reloads }: Case,
) {
  const versions = await versionsOf(origin, remote);
  await using site = await FaultySite.open(faultySite);
  site.break(releasePath(remote, versions.current), fault);
  if (broken === 'all') site.break(releasePath(remote, versions.fallback), fault);

  await using context = await browser.newContext({ baseURL: site.url });
  const consoleErrors = new ConsoleErrors();
  consoleErrors.allow(/^(?!console: security policy|request to another host)/);
  await consoleErrors.watch(context);
  const { path, needsSession, hasLayout, follow } = destination;
  const page = await context.newPage();
  if (needsSession) await storeSession(page, token);
  const expectWhole = () => expectLayout(page, hasLayout);

  if (wayIn === 'in-app navigation') {
    await page.goto(pageWithoutRemote);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (needsSession)
      await expect(header(page).getByRole('button', { name: 'Profile' })).toBeVisible();
  }
  const start = performance.now();
  if (wayIn === 'first load') await page.goto(path, { waitUntil: 'commit' });
  else await follow(page);
  const shown = await whatIsShown(page, remote, versions);
  const end = performance.now();
  const askedFirst = site.asked.find((file) => file.path.startsWith(`/releases/${remote}/`));
  await expectWhole();
  const failed = broken === 'all' ? [versions.current, versions.fallback] : [versions.current];
  const reports = failed.flatMap((version) => {
    const kind = reportOf(version);
    return kind ? [{ kind, app: remote, version }] : [];
  });
  if (shown === 'unavailable')
    reports.push({ kind: 'stuck', app: remote, version: versions.current });
  await expect.poll(() => site.reports.length).toBe(reports.length);
  const foreign = await page.locator('html').getAttribute('data-foreign');
  expect(foreign, 'code that nobody signed').toBeNull();
  if (shown === 'unavailable') {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    site.mend(origin);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByTestId('remote-unavailable')).toBeHidden();
    expect(await whatIsShown(page, remote, versions)).toBe('current release');
    await expectWhole();
    const isSame = await page.evaluate(() => 'isSamePage' in window);
    expect(isSame, 'without a reload').toBe(!reloads);
  }
  expect(consoleErrors.unexpected(), 'Errors in the browser').toEqual([]);
  expect(site.mistakes).toEqual([]);
  expectReports(site.reports, reports);
  return { shown, ofRemote: end - (askedFirst?.at ?? start) };
}

async function whatIsShown(page: Page, remote: string, versions: Versions): Promise<Shown> {
  const region = page.locator(`[data-remote=${remote}]`);
  const heading = region.getByRole('heading', { level: 1 });
  const unavailable = page.getByTestId('remote-unavailable');
  // A prerendered heading may show before it is hydrated.
  const takenOver = async () =>
    (await unavailable.isVisible()) || (await heading.evaluateAll(isReacts));
  await expect.poll(takenOver, { intervals: [20] }).toBe(true);
  if (await unavailable.isVisible()) return 'unavailable';
  const version = await region.getAttribute('data-release');
  return version === versions.current ? 'current release' : 'last good release';
}

/** Runs in the page: whether React hydrated the first visible element. */
function isReacts(elements: Element[]): boolean {
  const [element] = elements.filter((it) => it.checkVisibility());
  return !!element && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
}

async function expectLayout(page: Page, isShown: boolean): Promise<void> {
  await expect(header(page)).toBeVisible({ visible: isShown });
  await expect(page.getByRole('contentinfo')).toBeVisible({ visible: isShown });
}
