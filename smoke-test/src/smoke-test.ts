import { text } from 'node:stream/consumers';
import type { Browser } from '@playwright/test';
import { openReleaseStore } from 'release-log/stores/open-release-store';
import type { ReleaseStore } from 'release-log/stores/release-store';
import { sessionStorageKey } from 'shared-types/page/inline-script';
import { parseJson } from 'shared-types/parse-json';
import { PublishedRoutes, Release } from 'shared-types/releases/release';
import { releaseFile } from 'shared-types/releases/release-addresses';
import { nameOf, type Problem } from 'shared-types/releases/release-gate';
import { parsePublishers } from 'shared-types/releases/release-signature';
import { largest } from 'shared-types/releases/release-sizes';
import { Type } from 'typebox';
import { launchBrowser } from './browser/find-browser.ts';
import { candidateStore } from './candidate-store.ts';
import { ConsoleErrors } from './console-errors.ts';
import { SampleApi } from './sample-api.ts';
import { startGateway } from './start-gateway.ts';

// A program: node smoke-test.ts <release store> <app…>, with the versions of all apps as its input and
// PUBLISHERS in its environment, as the gateway reads it. It prints a `Result` as JSON.

/** Number of pages that are open at the same time. */
const pagesAtOnce = 3;

/** Timeout for a screen's code to show something. */
const deadlineMs = 10_000;

/** A screen is complete when it has made no request for `quietMs`, or after `afterwardsMs`. */
const quietMs = 500;
const afterwardsMs = 3000;

interface Result {
  /** The screens that were opened, such as `marketing/Home`. */
  opened: string[];
  /** One sentence per problem: an error, a violation of the security policy, or an empty screen. */
  problems: Problem[];
}

/**
 * Opens every screen of some apps in a browser, as visitors would get them with these versions, signed in
 * where the route requires it. For the shell, it opens all screens.
 *
 * @param site versions by app
 */
async function smokeTest(
  releases: ReleaseStore,
  site: Record<string, string>,
  apps: readonly string[],
): Promise<Result> {
  const current = await currentReleases(releases, site);
  const visits = await visitsOf(releases, current, apps);
  const opened = visits.map(({ screen }) => screen);
  if (visits.length === 0) return { opened, problems: [] };
  const publishers = parsePublishers(process.env.PUBLISHERS ?? '', 'PUBLISHERS');
  await using store = await candidateStore(releases, site, publishers);
  await using api = await SampleApi.start(current);
  await using gateway = await startGateway({
    releases: store.folder,
    publishers: JSON.stringify(store.publishers),
    apiUrl: api.url,
  });
  const browser = await launchBrowser();
  try {
    const visitsByError = new Map<string, Visit[]>();
    const visitNext = async (): Promise<void> => {
      const visit = visits.shift();
      if (!visit) return;
      const [error] = await errorsOf(browser, gateway.url, visit);
      if (error) visitsByError.set(error, [...(visitsByError.get(error) ?? []), visit]);
      return visitNext();
    };
    await Promise.all(Array.from({ length: pagesAtOnce }, visitNext));
    const problems = [...visitsByError].map(([error, failed]) =>
      inOneSentence(failed, current.get('shell'), error),
    );
    return { opened, problems: [...problems, ...api.unanswered()] };
  } finally {
    await browser.close();
  }
}

interface Visit {
  path: string;
  /** Such as `marketing/Home`. */
  screen: string;
  release: Release;
  isSignedIn: boolean;
}

/** Reads the releases, except unreadable ones, whose screens are not opened. */
async function currentReleases(
  store: ReleaseStore,
  site: Record<string, string>,
): Promise<Map<string, Release>> {
  const current = new Map<string, Release>();
  for (const [app, version] of Object.entries(site)) {
    const path = `${app}/${version}/${releaseFile}`;
    const text = await store.read(path, largest.release).catch(() => undefined);
    if (text !== undefined) current.set(app, parseJson(Release, `${text}`, path));
  }
  return current;
}

async function visitsOf(
  store: ReleaseStore,
  current: ReadonlyMap<string, Release>,
  apps: readonly string[],
): Promise<Visit[]> {
  const shell = current.get('shell');
  if (!shell) return [];
  const path = `shell/${shell.version}/routes.json`;
  const { routes } = parseJson(PublishedRoutes, `${await store.read(path, largest.file)}`, path);
  return routes.flatMap(({ path, screen, isPublic }) => {
    const [app = ''] = screen?.split('/') ?? [];
    const release = current.get(app);
    const isAsked = apps.includes('shell') || apps.includes(app);
    return screen && release && isAsked ? [{ path, screen, release, isSignedIn: !isPublic }] : [];
  });
}

/** Returns the errors in the browser until the screen is shown, and shortly after. */
async function errorsOf(browser: Browser, site: string, visit: Visit): Promise<string[]> {
  const { app, version } = visit.release;
  const session = { name: sessionStorageKey, value: JSON.stringify({ token: 'sample' }) };
  const origins = visit.isSignedIn ? [{ origin: site, localStorage: [session] }] : [];
  const context = await browser.newContext({ storageState: { cookies: [], origins } });
  const errors = new ConsoleErrors();
  await errors.watch(context);
  const page = await context.newPage();
  let lastRequest = 0;
  page.on('request', () => {
    lastRequest = performance.now();
  });
  const failed = Promise.race([
    context.waitForEvent('weberror'),
    context.waitForEvent('console', (message) => message.type() === 'error'),
  ]).catch(() => undefined);
  try {
    await page.goto(site + visit.path);
    const shown = page.waitForFunction(isShown, { app, version }, { timeout: deadlineMs });
    await Promise.race([shown, failed]);
    // A screen sends its requests, and may fail because of them, after React has hydrated it.
    lastRequest = performance.now();
    const end = lastRequest + afterwardsMs;
    while (performance.now() < Math.min(lastRequest + quietMs, end)) await page.waitForTimeout(50);
  } catch {
    errors.add(`nothing of it is there after ${deadlineMs / 1000} s`);
  } finally {
    await context.close();
  }
  return errors.unexpected();
}

/** Runs in the page: whether the release's code, not only its HTML, shows something. */
function isShown({ app, version }: { app: string; version: string }): boolean {
  const region = document.querySelector<HTMLElement>(`[data-remote="${app}"]`);
  const heading = region?.querySelector<HTMLElement>('h1');
  if (!heading || region?.dataset.release !== version) return false;
  const isHydrated = Object.keys(heading).some((key) => key.startsWith('__react'));
  return isHydrated && heading.textContent.trim() !== '';
}

/** Describes an error in one sentence. If screens of several remotes have it, the shell is the cause. */
function inOneSentence(failed: Visit[], shell: Release | undefined, error: string): Problem {
  const releases = new Set(failed.map(({ release }) => release));
  const [release] = releases.size > 1 && shell ? [shell] : releases;
  const screens = failed.map(({ screen }) => screen).join(', ');
  const [line = ''] = error.split('\n');
  return `${release && nameOf(release)} fails the smoke test at ${screens}: ${line.slice(0, 300)}`;
}

const [place = '', ...apps] = process.argv.slice(2);
const input = await text(process.stdin);
const site = parseJson(Type.Record(Type.String(), Type.String()), input, 'The input');
process.stdout.write(JSON.stringify(await smokeTest(await openReleaseStore(place), site, apps)));
