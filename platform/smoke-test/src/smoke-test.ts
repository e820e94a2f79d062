import { text } from 'node:stream/consumers';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import { type Static, Type } from 'typebox';
import { launchBrowser, NoBrowserError } from './browser/find-browser.ts';
import { peopleOf } from './people.ts';
import { planVisits } from './plan-visits.ts';
import { readReleases, readScreens } from './screens.ts';
import { startSite } from './start-site.ts';
import { visitAll } from './visit-all.ts';
import { Visitor } from './visitor.ts';
import { sizeProblems } from './weight.ts';

// A program: node smoke-test.ts <release store> <app…>, with an `Input` as JSON in its input, and PUBLISHERS in
// its environment, as the gateway reads it. It prints a `SmokeTestResult` as JSON.

const Input = Type.Object({
  /** The versions that would be served together, by app. */
  site: Type.Record(Type.String(), Type.String()),
  /** The versions that are served now. */
  current: Type.Record(Type.String(), Type.String()),
  /** Folder for pictures and traces of what failed. */
  evidence: Type.String(),
  /** Whether a screen that is larger than the shell allows is a warning only. */
  acceptSize: Type.Boolean(),
  /** Whether all visits are made that are possible. */
  isFull: Type.Optional(Type.Boolean()),
});

/** Visits every screen of some apps as people would, on a phone and a desktop; for the shell, all screens. */
async function smokeTest(
  store: ReleaseStore,
  apps: readonly string[],
  { site: versions, current, evidence, acceptSize, isFull = false }: Static<typeof Input>,
) {
  const releases = await readReleases(store, versions);
  const people = peopleOf([...releases.values()]);
  const all = await readScreens(store, releases);
  const [only, ...others] = new Set(all.map(({ app }) => app));
  // Screens are reached from those of another app, and left for them.
  if (only !== undefined && others.length === 0) {
    const warning = `The screens of ${only} were not opened: the site has no screens of another app yet.`;
    return { opened: [], problems: [], warnings: [warning] };
  }
  const screens = all.filter(({ app }) => apps.includes('shell') || apps.includes(app));
  const opened = screens.map(({ id }) => id);
  if (screens.length === 0) return { opened, problems: [], warnings: [] };
  const visits = planVisits(screens, people, { isFull });

  await using candidates = await startSite(store, versions, people);
  if (!candidates) throw new Error('There is no shell');
  // Another shell may look different, and changes what every page has.
  await using before = apps.includes('shell') ? undefined : await startSite(store, current, people);
  await using browser = await launchBrowser();
  const visitor = new Visitor(browser, candidates, before);
  const result = await visitAll(visitor, visits, evidence);
  const { larger, tooLarge } = sizeProblems(visitor.weights, releases);
  return {
    opened,
    problems: [...candidates.unanswered(), ...result.problems, ...(acceptSize ? [] : tooLarge)],
    warnings: [
      ...result.warnings,
      ...visitor.notCompared.values(),
      ...larger,
      ...(acceptSize ? tooLarge : []),
    ],
  };
}

const [place = '', ...apps] = process.argv.slice(2);
const input = parseJson(Input, await text(process.stdin), 'The input');
try {
  const result = await smokeTest(await openReleaseStore(place), apps, input);
  process.stdout.write(JSON.stringify(result));
} catch (error) {
  console.error(error instanceof NoBrowserError ? error.message : error);
  process.exitCode = 1;
}
