import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { chromium } from '@playwright/test';
import {
  findBrowser,
  launchOptions,
  NoBrowserError,
  windowlessFirst,
} from './browser/find-browser.ts';
import type { Candidates } from './candidate-store.ts';
import { writePictures } from './pictures.ts';
import { type Plan, planSmokeTest } from './plan-visits.ts';
import { type Input, noBrowser, type Output, type Tell } from './run-smoke-test.ts';
import { startSampleApi } from './sample-api.ts';
import { readReleases, readScreens } from './screens.ts';
import { unsaidUses } from './shared-modules.ts';
import { startGateway, unusedPort } from './start-gateway.ts';
import { visitAll } from './visit-all.ts';
import { Visitor } from './visitor.ts';

// The program of run-smoke-test.ts: reads an `Input` and prints an `Output`, both as JSON.

const tell: Tell = (...told) => process.send?.(told);

/** Starts a browser that can reach only the ports of the sites, which start later. */
async function startBrowser(sites: number) {
  const ports = new Set<number>();
  while (ports.size < sites) ports.add(await unusedPort());
  const isThere = existsSync(chromium.executablePath());
  const found = await findBrowser(windowlessFirst);
  const isFetched = !found.executablePath && !isThere;
  const origins = [...ports].map((port) => `http://localhost:${port}`);
  const browser = await chromium.launch(launchOptions(found, origins));
  return { browser, ports: [...ports], isFetched, isSandboxed: found.chromiumSandbox };
}

type Started = Awaited<ReturnType<typeof startBrowser>>;

/** Starts a site with these releases and their samples; none if there is no shell yet. */
async function startSite(
  { folder, publishers, versions }: Candidates,
  { apps, people }: Plan,
  port: number | undefined,
) {
  const store = new FolderStore(folder);
  const releases = await readReleases(store, versions, apps);
  if (!releases.has('shell')) return undefined;
  const parts = new AsyncDisposableStack();
  const api = parts.use(await startSampleApi(releases, people));
  const { url } = parts.use(
    await startGateway({ releases: folder, publishers, apiUrl: api.url, port }),
  );
  return {
    url,
    releases,
    screens: await readScreens(store, releases),
    unanswered: api.unanswered,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function smokeTest(
  { apps, screens, candidates, evidence, acceptSize, ...input }: Input,
  starting: Promise<Started>,
): Promise<Output> {
  const store = new FolderStore(candidates.folder);
  const plan = await planSmokeTest(store, candidates.versions, apps);
  const visits = plan.visits.filter(({ screen }) => screens.includes(screen.id));

  const { browser, ports, isFetched, isSandboxed } = await starting;
  const [now, then] = await Promise.all([
    startSite(candidates, plan, ports[0]),
    input.before && startSite(input.before, plan, ports[1]),
  ]);
  await using site = now;
  if (!site) throw new Error('There is no shell');
  await using before = then;
  const visitor = new Visitor(browser, { ...site, judged: apps }, before);
  const result = await visitAll(visitor, visits, evidence, undefined, tell);
  const { tooLarge, pictures } = visitor;
  return {
    pictures: await writePictures(join(evidence, 'pictures'), pictures),
    problems: [...site.unanswered(), ...result.problems, ...(acceptSize ? [] : tooLarge)],
    warnings: [
      ...result.warnings,
      ...visitor.notCompared.values(),
      ...unsaidUses(visitor.taken, plan.releases, apps),
      ...(acceptSize ? tooLarge : []),
    ],
    notes: [
      ...(isFetched ? [`Playwright fetched its Chromium: ${chromium.executablePath()}`] : []),
      ...(isSandboxed ? [] : ['The browser runs without its sandbox, which does not start here.']),
    ],
  };
}

const starting = startBrowser(Number(process.argv[2]));
// A failure counts only once there is something to open.
starting.catch(() => undefined);
try {
  const given = await text(process.stdin);
  if (given) process.stdout.write(JSON.stringify(await smokeTest(JSON.parse(given), starting)));
} catch (error) {
  console.error(error instanceof NoBrowserError ? error.message : error);
  process.exitCode = error instanceof NoBrowserError ? noBrowser : 1;
} finally {
  await starting.then(({ browser }) => browser.close()).catch(() => undefined);
}
