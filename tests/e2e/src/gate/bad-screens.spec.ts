import { badScreens, goodScreens } from '@kargo/smoke-test/testing/bad-screens';
import { expect, test } from '@playwright/test';
import type { Tool } from '../faults/stock-builds.ts';
import { remotes } from '../faults/ways-in.ts';
import { Candidates } from './candidates.ts';

// The smoke test judges releases that differ from the current ones by a fault in a screen.

/** Screens that no visit to another one passes through. They have no header and no footer. */
const screens = ['TermsAndConditions', 'PrivacyPolicy', 'Faqs', 'Support', 'HowItWorks'] as const;

test.setTimeout(600_000);

for (const remote of remotes) {
  test(`the next release of ${remote} passes as it is`, async () => {
    await using candidates = await Candidates.next();
    expect(await candidates.problems(remote)).toEqual([]);
  });
}

const bad = Object.entries(badScreens);
const isOfFrame = ([name]: (typeof bad)[number]) => /header|footer/.test(name);
const anywhere = bad.filter((each) => !isOfFrame(each));

for (let first = 0; first < anywhere.length; first += screens.length)
  refuses(screens, anywhere.slice(first, first + screens.length));

for (const each of bad.filter(isOfFrame)) refuses(['About'], [each]);

/** A few of each kind, also built by other bundlers. */
const ofOtherBundlers = [
  'throws when it is left',
  'rejects a promise',
  'asks for what is not there',
  'makes a call that its release does not name',
  'has a dead link',
  'puts the token into a link',
  'is wider than a phone',
  'replaces fetch',
  'leaves a listener',
  'leaves a global name',
];
for (const tool of ['Rspack', 'Vite'] as const) {
  const chosen = bad.filter(([name]) => ofOtherBundlers.includes(name));
  for (const first of [0, screens.length])
    refuses(screens, chosen.slice(first, first + screens.length), tool);
}

/** Plants each fault in its own screen, perhaps in a tool's build. */
function refuses(screens: readonly string[], planted: typeof bad, tool?: Tool): void {
  const names = planted.map(([name]) => name).join(', ');
  test(`${tool ?? 'our'} screens are refused when each ${names}`, async () => {
    await using candidates = await Candidates.next();
    const codes = planted.map(([, { shown }], index) => [screens[index] ?? '', shown] as const);
    if (tool) await candidates.build(tool, Object.fromEntries(codes));
    else for (const [screen, shown] of codes) await candidates.plant(screen, shown);
    const problems = (await candidates.problems('marketing')).join('\n');
    for (const [index, [name, { problem }]] of planted.entries()) {
      const sentence = new RegExp(`${screens[index]}[^\\n]*: [^\\n]*(${problem.source})`);
      expect.soft(problems, name).toMatch(sentence);
    }
  });
}

test('a screen that loads 3 MB is refused, unless its size is accepted', async () => {
  await using candidates = await Candidates.next();
  const padding = 'a'.repeat(3_000_000);
  await candidates.change('auth', 'Login', (script) => `/*${padding}*/${script}`);
  const sentence =
    /^auth \S+ loads 30\d\d\.\d kB \((script|total)\) at auth\/Login, and the shell allows/;
  expect(await candidates.problems('auth')).toEqual(Array(2).fill(expect.stringMatching(sentence)));
  const { problems, warnings } = await candidates.judge('auth', { acceptSize: true });
  expect(problems).toEqual([]);
  expect(warnings).toEqual(Array(2).fill(expect.stringMatching(sentence)));
});

test('screens that differ, but are good, pass', async () => {
  await using candidates = await Candidates.next();
  const codes = ['has another text', 'has a new section', 'has a new button', 'never stands still'];
  for (const [index, name] of codes.entries())
    await candidates.plant(screens[index] ?? '', goodScreens[name] ?? '');
  expect(await candidates.problems('marketing')).toEqual([]);
});
