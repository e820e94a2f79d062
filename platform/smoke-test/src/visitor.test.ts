import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import type { Browser } from '@playwright/test';
import pLimit from 'p-limit';
import { launchBrowser } from './browser/find-browser.ts';
import type { Failure } from './failures.ts';
import type { Visit } from './plan-visits.ts';
import type { Screen } from './screens.ts';
import { alike, badScreens, goodScreens, groups, together } from './testing/bad-screens.ts';
import { startFixtureSite } from './testing/fixture-site.ts';
import { Visitor } from './visitor.ts';

// Visits screens of a tiny site; tests/e2e/src/gate visits those of the real one.

const codes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(badScreens).map(([name, it]) => [name, it.shown])),
  ...goodScreens,
};
const codesOfGroups = Object.entries(groups).map(([group, names]) => [
  group,
  together(names.map((name) => codes[name] ?? '')),
]);

const option = '--test-name-pattern=';
const patterns = process.execArgv.filter((it) => it.startsWith(option));
const isProof = Boolean(process.env.PROOF);
const isTested = (name: string) =>
  patterns.every((it) => new RegExp(it.slice(option.length)).test(testOf(name))) &&
  (isProof || patterns.length > 0 || !alike.has(name));
const testOf = (name: string) =>
  `a screen that ${name} ${name in badScreens ? 'is refused' : 'passes'}`;
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
);
/** The screen with the planted fault: a group's, or its own, which is quicker to examine. */
const screenFor = (name: string) =>
  isProof || patterns.length > 0 ? name : (groupOf.get(name) ?? name);

let browser: Browser;
let found: Map<string, Failure[]>;
before(async () => {
  browser = await launchBrowser();
  const all: Record<string, string> = { ...codes, ...Object.fromEntries(codesOfGroups) };
  await using site = await startFixtureSite(all);
  await using current = await startFixtureSite(
    Object.fromEntries(Object.keys(all).map((name) => [name, ''])),
  );
  const visitor = new Visitor(browser, site, current);
  const tested = Object.keys(codes).filter(isTested);
  const wanted = new Set(tested.map(screenFor));
  const visits = site.screens
    .filter(({ app, title }) => app === 'tried' && wanted.has(title))
    .map(visitTo);
  found = new Map();
  await pLimit(availableParallelism() * 3).map(visits, async (visit) => {
    found.set(visit.screen.title, await visitor.visit(visit));
  });
  // As in a release, findings on a busy machine count only if they recur alone.
  for (const visit of visits) {
    const { title } = visit.screen;
    const isAsExpected = tested
      .filter((name) => screenFor(name) === title)
      .every(isFoundAsExpected);
    if (!isAsExpected) found.set(title, await visitor.visitAlone(visit));
  }
});
after(() => browser.close());

/** Faults that show only on a desktop, such as those of the keyboard. */
const onDesktop = /tablet|Tab key|\bday\b|key is pressed|date|select|types|sent|focus|in use/;

const visitTo = (screen: Screen): Visit => ({
  screen,
  person: { name: 'driver', token: 'session-of-sample', isAdmitted: true },
  width: onDesktop.test(screen.title) ? 1440 : 390,
  way: 'link',
  isThorough: !/motion|some drivers/.test(screen.title),
});

/** The problems of the planted screen: on its own only the first counts, in a group any. */
const problemsOf = (name: string): string[] => {
  const failures = found.get(screenFor(name)) ?? [];
  return (screenFor(name) === name ? failures.slice(0, 1) : failures).map(({ problem }) => problem);
};

function isFoundAsExpected(name: string): boolean {
  const { problem } = badScreens[name] ?? {};
  const problems = problemsOf(name);
  return problem ? problems.some((it) => problem.test(it)) : problems.length === 0;
}

for (const [name, { problem }] of Object.entries(badScreens)) {
  if (!isTested(name)) continue;
  test(testOf(name), () =>
    assert.ok(
      isFoundAsExpected(name),
      `${problem} is not in what was found:\n${problemsOf(name).join('\n')}`,
    ),
  );
}

for (const name of Object.keys(goodScreens)) {
  test(testOf(name), () => assert.deepEqual(problemsOf(name), []));
}

test('a screen that fails in the current release is not compared, and a sentence says so', async () => {
  const name = 'throws on a phone';
  await using site = await startFixtureSite({ [name]: '' });
  await using current = await startFixtureSite({ [name]: codes[name] ?? '' });
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

test('pictures differ from those of the current release when a screen looks different', async () => {
  const codesOf = (word: string) => ({ Changed: `element.append('${word}')`, Same: '' });
  await using site = await startFixtureSite(codesOf('new'));
  await using current = await startFixtureSite(codesOf('old'));
  const visitor = new Visitor(browser, site, current);
  const isSame = new Map<string, boolean | undefined>();
  for (const screen of site.screens.filter(({ app }) => app === 'tried')) {
    const visit = visitTo(screen);
    assert.deepEqual(await visitor.visitAlone(visit), []);
    const { now, before } = visitor.pictures.get(visit) ?? {};
    isSame.set(screen.title, now && before?.equals(now));
  }
  assert.deepEqual(Object.fromEntries(isSame), { Changed: false, Same: true });
});
