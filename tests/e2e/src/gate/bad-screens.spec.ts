import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePublishers } from '@kargo/release-log/contract/release-signature';
import { currentVersion, servedApps } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { runSmokeTest } from '@kargo/smoke-test/run-smoke-test';
import { badScreens, goodScreens, withFault } from '@kargo/smoke-test/testing/bad-screens';
import { expect, test } from '@playwright/test';
import { nextReleases } from '../faults/next-releases.ts';
import { ReleasesFolder } from '../faults/releases-folder.ts';
import { buildStock, type Tool } from '../faults/stock-builds.ts';
import { remotes } from '../faults/ways-in.ts';
import { siteKeys } from '../support/site.ts';

// The smoke test of releases that differ from the current ones by one fault in a screen.

/** Screens that nothing leads to which is visited together with another of them. They have no header and no footer. */
const screens = ['TermsAndConditions', 'PrivacyPolicy', 'Faqs', 'Support', 'HowItWorks'] as const;

test.setTimeout(600_000);

for (const remote of remotes) {
  test(`the next release of ${remote} passes as it is`, async () => {
    await using candidates = await Candidates.copy();
    expect(await candidates.problems(remote)).toEqual([]);
  });
}

const bad = Object.entries(badScreens);
const isOfFrame = ([name]: (typeof bad)[number]) => /header|footer/.test(name);
const anywhere = bad.filter((each) => !isOfFrame(each));

for (let first = 0; first < anywhere.length; first += screens.length)
  refuses(screens, anywhere.slice(first, first + screens.length));

for (const each of bad.filter(isOfFrame)) refuses(['About'], [each]);

/** Of each kind some, which other bundlers build as well. */
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

/** Each of these bad screens is planted in one of the screens, of a tool's build if one is named. */
function refuses(screens: readonly string[], planted: typeof bad, tool?: Tool): void {
  const names = planted.map(([name]) => name).join(', ');
  test(`screens ${tool ? `of ${tool} ` : ''}are refused of which each ${names}`, async () => {
    await using candidates = await Candidates.copy();
    const codes = planted.map(([, { shown }], index) => [screens[index] ?? '', shown] as const);
    if (tool) await candidates.build(tool, Object.fromEntries(codes));
    else for (const [screen, shown] of codes) await candidates.change('marketing', screen, shown);
    const problems = (await candidates.problems('marketing')).join('\n');
    for (const [index, [name, { problem }]] of planted.entries()) {
      const sentence = new RegExp(`${screens[index]}[^\\n]*: [^\\n]*(${problem.source})`);
      expect.soft(problems, name).toMatch(sentence);
    }
  });
}

test('a screen that loads 3 MB is refused, unless its size is accepted', async () => {
  await using candidates = await Candidates.copy();
  const padding = 'a'.repeat(3_000_000);
  await candidates.edit('auth', 'Login', (script) => `/*${padding}*/${script}`);
  const sentence =
    /^auth \S+ loads 30\d\d\.\d kB \((script|total)\) at auth\/Login, and the shell allows/;
  expect(await candidates.problems('auth')).toEqual(Array(2).fill(expect.stringMatching(sentence)));
  const { problems, warnings } = await candidates.judge('auth', { acceptSize: true });
  expect(problems).toEqual([]);
  expect(warnings).toEqual(Array(2).fill(expect.stringMatching(sentence)));
});

test('screens that differ, but are good, pass', async () => {
  await using candidates = await Candidates.copy();
  const codes = ['has another text', 'has a new section', 'has a new button', 'never stands still'];
  for (const [index, name] of codes.entries())
    await candidates.change('marketing', screens[index] ?? '', goodScreens[name] ?? '');
  expect(await candidates.problems('marketing')).toEqual([]);
});

/** A copy of releases of which the current ones can be changed, and are judged beside those before them. */
class Candidates implements AsyncDisposable {
  readonly #folder: ReleasesFolder;
  readonly #site: Record<string, string>;
  readonly #current: Record<string, string>;

  private constructor(folder: ReleasesFolder, site: object, current: object) {
    this.#folder = folder;
    this.#site = { ...site };
    this.#current = { ...current };
  }

  static async copy(): Promise<Candidates> {
    const folder = await ReleasesFolder.copy(nextReleases.storeOfRemotes);
    const log = await folder.log();
    const versions = servedApps(log).map((app) => {
      const before = log.records.get(app)?.record.earlier[0]?.version;
      const now = currentVersion(log, app) ?? '';
      return { app, now, before: before ?? now };
    });
    return new Candidates(
      folder,
      Object.fromEntries(versions.map(({ app, now }) => [app, now])),
      Object.fromEntries(versions.map(({ app, before }) => [app, before])),
    );
  }

  change(app: string, screen: string, shown: string): Promise<void> {
    return this.edit(app, screen, (script) => withFault(script, shown));
  }

  /** Takes a tool's build for the next release of marketing. */
  async build(tool: Tool, planted: Readonly<Record<string, string>>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-stock-'));
    await this.#folder.publish(await buildStock(tool, folder, planted));
    await rm(folder, { recursive: true });
    this.#site.marketing = currentVersion(await this.#folder.log(), 'marketing') ?? '';
  }

  /** Changes the script of a screen. */
  async edit(app: string, screen: string, change: (script: string) => string): Promise<void> {
    const version = this.#site[app] ?? '';
    const release = await this.#folder.release(app, version);
    const chunk = release.screens[screen]?.find((file) => file.includes(`expose_${screen}`)) ?? '';
    await this.#folder.edit({ app, version }, chunk, change);
  }

  async problems(app: string): Promise<string[]> {
    return (await this.judge(app)).problems;
  }

  async judge(
    app: string,
    options: object = {},
  ): Promise<{ problems: string[]; warnings: string[] }> {
    // The other remotes stay as they are.
    const site = { ...this.#current, [app]: this.#site[app] ?? '' };
    const { path } = this.#folder;
    const evidence = `${path}/evidence`;
    const task = { site, current: this.#current, evidence, acceptSize: false, ...options };
    const publishers = parsePublishers(siteKeys().PUBLISHERS ?? '', 'PUBLISHERS');
    return runSmokeTest(new FolderStore(path), { publishers }, [app], task);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#folder[Symbol.asyncDispose]();
  }
}
