import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type PublisherKey,
  parsePublisherKey,
  parsePublishers,
  signatureOf,
} from '@kargo/release-log/contract/release-signature';
import type { LogState } from '@kargo/release-log/log/read-log';
import { currentVersion, servedApps } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { pagesFile, pagesSignatureFile } from '@kargo/shared-types/releases/release-addresses';
import { runSmokeTest } from '@kargo/smoke-test/run-smoke-test';
import { expect, test } from '@playwright/test';
import { ReleasesFolder } from '../faults/releases-folder.ts';
import { siteKeys } from '../support/site.ts';

// The smoke test, which `pnpm release` runs before it publishes, on a copy of the site's releases
// with faults.

test('the login passes, for visitors and for drivers who are not approved', async () => {
  await using store = await Store.copy();
  expect(await store.problems('auth')).toEqual([]);
});

test('a script that throws, HTML of another page and a call without a sample are found', async () => {
  await using store = await Store.copy();
  await store.changeScreen(
    'profile',
    'StripeError',
    (code) => `throw new Error('planted');${code}`,
  );
  await store.changePages('profile', (pages) => pages.replace('Setup Complete!', 'changed'));
  await store.changeRelease('profile', (release) => ({ ...release, samples: {}, drivers: {} }));
  const problems = await store.problems('profile');
  expect(problems).toContain(
    'No release has a sample of GET /verify, which a screen asks for: add it to "samples" in kargo.json, or in the remote\'s webpack.config.ts.',
  );
  const screensWith = (problem: RegExp) =>
    problems
      .filter((text) => problem.test(text))
      .map((text) => /fails the smoke test at ([^:]*): /.exec(text)?.[1]);
  expect(screensWith(/planted/)).toEqual(['profile/StripeError']);
  expect(screensWith(/418|[Hh]ydrat/)).toEqual(['profile/StripeSuccess']);
  // The landing page too, from which drivers come, asks for the profile.
  expect(screensWith(/404/).map((screens) => screens?.split(', ').sort())).toEqual([
    ['profile/Profile', 'profile/StripeError', 'profile/StripeSuccess'],
  ]);
  expect(problems).toHaveLength(4);
});

test('a shell that throws is found, also beside a release that has a pipe and a link', async () => {
  await using store = await Store.copy();
  await store.spoil('profile');
  await store.changeEntry('shell', (code) => `throw new Error('planted');${code}`);
  const problems = await store.problems('auth');
  expect(problems.join('\n')).toMatch(
    /^auth \S+ fails the smoke test at auth\/Login: .*planted \[a visitor, .* See \S+\.png and \S+\.zip\.$/,
  );
});

test('a screen is judged once, unless its verdict was changed', async () => {
  test.setTimeout(600_000);
  await using store = await Store.copy();
  const first = await store.judge('auth');
  expect(first).toMatchObject({ now: 1, problems: [] });
  expect(await store.judge('auth')).toEqual({ ...first, notes: [], now: 0 });
  await store.changeVerdicts('auth');
  expect(await store.judge('auth')).toMatchObject({ now: 1, problems: [] });
});

type Edit = (content: string) => string | null;

/** A copy of the site's releases in which current files can be changed. */
class Store implements AsyncDisposable {
  readonly #folder: ReleasesFolder;
  readonly #versions: Record<string, string>;

  private constructor(folder: ReleasesFolder, log: LogState) {
    this.#folder = folder;
    const apps = servedApps(log);
    this.#versions = Object.fromEntries(apps.map((app) => [app, currentVersion(log, app) ?? '']));
  }

  static async copy(): Promise<Store> {
    const folder = await ReleasesFolder.copy();
    return new Store(folder, await folder.log());
  }

  async problems(...apps: string[]): Promise<string[]> {
    return (await this.#judge(apps)).problems;
  }

  /** Judges screens, and stores the verdicts. */
  judge(...apps: string[]) {
    return this.#judge(apps, parsePublisherKey(siteKeys().PUBLISHER_KEY ?? '', 'PUBLISHER_KEY'));
  }

  /** Changes the first letter of what each verdict says. */
  async changeVerdicts(app: string): Promise<void> {
    const folder = join(this.#folder.path, app, 'verdicts');
    for (const name of await readdir(folder)) {
      const jws = await readFile(join(folder, name), 'utf8');
      await writeFile(join(folder, name), jws.replace(/\../, '.f'));
    }
  }

  #judge(apps: string[], key?: PublisherKey) {
    const { path } = this.#folder;
    const current = this.#versions;
    const task = { site: current, current, evidence: join(path, 'evidence'), acceptSize: false };
    const publishers = parsePublishers(siteKeys().PUBLISHERS ?? '', 'PUBLISHERS');
    return runSmokeTest(new FolderStore(path), { publishers, key }, apps, task);
  }

  async changeScreen(app: string, screen: string, edit: Edit): Promise<void> {
    const { screens } = await this.#release(app);
    await this.#changeFile(app, screens[screen]?.[0] ?? '', edit);
  }

  async changeEntry(app: string, edit: Edit): Promise<void> {
    await this.#changeFile(app, (await this.#release(app)).entry, edit);
  }

  async changeRelease(app: string, edit: (release: StoredRelease) => StoredRelease): Promise<void> {
    const edited = JSON.stringify(edit(await this.#release(app)));
    await this.#folder.describe(app, this.#version(app), edited);
  }

  async changePages(app: string, edit: Edit): Promise<void> {
    const remote = { app, version: this.#version(app) };
    const file = join(this.#folder.path, pagesFile(this.#version('shell'), remote));
    const before = await readFile(file, 'utf8');
    const after = edit(before) ?? '';
    expect(after === before).toBe(false);
    const key = parsePublisherKey(siteKeys().PUBLISHER_KEY ?? '', 'PUBLISHER_KEY');
    await writeFile(file, after);
    await writeFile(pagesSignatureFile(file), await signatureOf('kargo-pages', after, key));
  }

  /** Replaces the `release.json` of a release by a pipe, and its entry by a link. */
  async spoil(app: string): Promise<void> {
    const folder = join(this.#folder.path, app, this.#version(app));
    const { entry } = await this.#release(app);
    await rm(join(folder, 'release.json'));
    execFileSync('mkfifo', [join(folder, 'release.json')]);
    await rm(join(folder, entry));
    await symlink('/dev/zero', join(folder, entry));
  }

  #changeFile(app: string, path: string, edit: Edit): Promise<void> {
    return this.#folder.edit({ app, version: this.#version(app) }, path, edit);
  }

  #release(app: string): Promise<StoredRelease> {
    return this.#folder.release(app, this.#version(app));
  }

  #version(app: string): string {
    return this.#versions[app] ?? '';
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#folder[Symbol.asyncDispose]();
  }
}
