import { text } from 'node:stream/consumers';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import { chromium } from '@playwright/test';
import { type Static, Type } from 'typebox';
import {
  findBrowser,
  launchOptions,
  NoBrowserError,
  windowlessFirst,
} from './browser/find-browser.ts';
import { Candidates } from './candidate-store.ts';
import { peopleOf } from './people.ts';
import { planVisits } from './plan-visits.ts';
import { noBrowser } from './run-smoke-test.ts';
import { readReleases, readScreens } from './screens.ts';
import { startSite } from './start-site.ts';
import { visitAll } from './visit-all.ts';
import { Visitor } from './visitor.ts';
import { sizeProblems } from './weight.ts';

// The program of run-smoke-test.ts: it reads an `Input`, and prints what it returns, both as JSON.

const Input = Type.Object({
  apps: Type.Array(Type.String()),
  /** The releases that would be served together. */
  candidates: Candidates,
  /** Those that are served now; without them nothing is compared. */
  before: Type.Optional(Candidates),
  /** Folder for pictures and traces of what failed. */
  evidence: Type.String(),
  /** Whether a screen that is larger than the shell allows is a warning only. */
  acceptSize: Type.Boolean(),
  /** Whether all visits are made that are possible. */
  isFull: Type.Optional(Type.Boolean()),
});

/** Visits every screen of some apps as people would, on a phone and a desktop; for the shell, all screens. */
async function smokeTest(input: Static<typeof Input>) {
  const { apps, candidates, evidence, acceptSize, isFull = false } = input;
  const store = new FolderStore(candidates.folder);
  const releases = await readReleases(store, candidates.versions);
  const people = peopleOf([...releases.values()]);
  const all = await readScreens(store, releases);
  const [only, ...others] = new Set(all.map(({ app }) => app));
  // Screens are reached from those of another app, and left for them.
  if (only !== undefined && others.length === 0) {
    const warning = `The screens of ${only} were not opened: the site has no screens of another app yet.`;
    return { opened: [], problems: [], warnings: [warning], notes: [] };
  }
  const screens = all.filter(({ app }) => apps.includes('shell') || apps.includes(app));
  const opened = screens.map(({ id }) => id);
  if (screens.length === 0) return { opened, problems: [], warnings: [], notes: [] };
  const visits = planVisits(screens, people, { isFull });

  const found = await findBrowser(windowlessFirst);
  await using site = await startSite(candidates, people);
  if (!site) throw new Error('There is no shell');
  await using before = input.before && (await startSite(input.before, people));
  const sites = [site.url, before?.url ?? site.url];
  await using browser = await chromium.launch(launchOptions(found, sites));
  const visitor = new Visitor(browser, site, before);
  const result = await visitAll(visitor, visits, evidence);
  const { larger, tooLarge } = sizeProblems(visitor.weights, releases);
  return {
    opened,
    problems: [...site.unanswered(), ...result.problems, ...(acceptSize ? [] : tooLarge)],
    warnings: [
      ...result.warnings,
      ...visitor.notCompared.values(),
      ...larger,
      ...(acceptSize ? tooLarge : []),
    ],
    notes: found.chromiumSandbox
      ? []
      : ['The browser runs without its sandbox, which does not start here.'],
  };
}

const input = parseJson(Input, await text(process.stdin), 'The input');
try {
  process.stdout.write(JSON.stringify(await smokeTest(input)));
} catch (error) {
  console.error(error instanceof NoBrowserError ? error.message : error);
  process.exitCode = error instanceof NoBrowserError ? noBrowser : 1;
}
