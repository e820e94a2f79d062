import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from '@playwright/test';
import { launchBrowser } from './browser/find-browser.ts';
import type { Failure } from './failures.ts';
import type { Visit } from './plan-visits.ts';
import { runAtOnce } from './run-at-once.ts';
import type { Screen } from './screens.ts';
import { badScreens, goodScreens } from './testing/bad-screens.ts';
import { startFixtureSite } from './testing/fixture-site.ts';
import { Visitor } from './visitor.ts';

// Visits screens of a site of a few lines. Those of the real site are visited in tests/e2e/src/gate.

const none = '';
const badCodes = Object.fromEntries(
  Object.entries(badScreens).map(([name, it]) => [name, it.shown]),
);
const currentCodes = Object.fromEntries(
  [...Object.keys(badScreens), ...Object.keys(goodScreens)].map((name) => [name, none]),
);

// With `-t`, visits to the other screens would take minutes.
const option = '--test-name-pattern=';
const patterns = process.execArgv.filter((it) => it.startsWith(option));
const isTested = (name: string) =>
  patterns.every((it) => new RegExp(it.slice(option.length)).test(testOf(name)));
const testOf = (name: string) =>
  `a screen that ${name} ${name in badScreens ? 'is refused' : 'passes'}`;

let browser: Browser;
let found: Map<string, Failure[]>;
before(async () => {
  browser = await launchBrowser();
  await using site = await startFixtureSite({ ...badCodes, ...goodScreens });
  await using current = await startFixtureSite(currentCodes);
  const visitor = new Visitor(browser, site, current);
  const visits = site.screens
    .filter(({ app, title }) => app === 'tried' && isTested(title))
    .map(visitTo);
  found = new Map();
  await runAtOnce(visits, async (visit) => {
    found.set(visit.screen.title, await visitor.visit(visit));
  });
  // As in a release: what is seen while the machine is busy is seen again alone before it counts.
  for (const visit of visits) {
    const { title } = visit.screen;
    if (!isAsExpected(title)) found.set(title, await visitor.visitAlone(visit));
  }
});
after(() => browser.close());

const visitTo = (screen: Screen): Visit => ({
  screen,
  person: { name: 'driver', token: 'session-of-sample', isAdmitted: true },
  width: screen.title.includes('tablet') ? 1440 : 390,
  way: 'link',
  isThorough: true,
});

function isAsExpected(name: string): boolean {
  const [failure] = found.get(name) ?? [];
  const { problem } = badScreens[name] ?? {};
  return problem ? problem.test(failure?.problem ?? '') : !failure;
}

for (const [name, { problem }] of Object.entries(badScreens)) {
  test(testOf(name), () => {
    const [failure] = found.get(name) ?? [];
    assert.match(failure?.problem ?? 'nothing was found', problem);
  });
}

for (const name of Object.keys(goodScreens)) {
  test(testOf(name), () => assert.deepEqual(found.get(name), []));
}

test('a screen that fails in the current release is not compared, and that is said', async () => {
  const name = 'throws on a phone';
  await using site = await startFixtureSite({ [name]: '' });
  await using current = await startFixtureSite({ [name]: badCodes[name] ?? '' });
  const visitor = new Visitor(browser, site, current);
  const [screen] = site.screens;
  assert.ok(screen);
  assert.deepEqual(await visitor.visitAlone(visitTo(screen)), []);
  assert.deepEqual(
    [...visitor.notCompared.values()].map((text) => text.split('\n')[0]),
    [
      'tried 1.0.0 was not compared at tried/throws on a phone, where the current release fails: uncaught: Error: planted',
    ],
  );
});
