import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentVersion, servedApps } from '@kargo/release-log/log/served-releases';
import type { PublisherKey } from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { runSmokeTest } from '@kargo/smoke-test/run-smoke-test';
import { withFault } from '@kargo/smoke-test/testing/bad-screens';
import { nextReleases } from '../faults/next-releases.ts';
import { buildStock, type Tool } from '../faults/stock-builds.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { sitePublishers } from '../support/site.ts';

type Versions = Record<string, string>;

/** A copy of a store, whose releases a test changes and has the smoke test judge. */
export class Candidates implements AsyncDisposable {
  readonly folder: ReleasesFolder;
  /** The versions to judge. */
  readonly versions: Versions;
  readonly #current: Versions;

  private constructor(folder: ReleasesFolder, versions: Versions, current: Versions) {
    this.folder = folder;
    this.versions = versions;
    this.#current = current;
  }

  /** Copies the site's releases, and compares each with itself. */
  static async ofSite(): Promise<Candidates> {
    const folder = await ReleasesFolder.copy();
    const versions = await currentVersions(folder);
    return new Candidates(folder, versions, versions);
  }

  /** Copies the remotes' next releases, and compares each with the site's. */
  static async next(): Promise<Candidates> {
    const folder = await ReleasesFolder.copy(nextReleases.storeOfRemotes);
    const { records } = await folder.log();
    const versions = await currentVersions(folder);
    const before = Object.entries(versions).map(([app, version]) => [
      app,
      records.get(app)?.record.earlier[0]?.version ?? version,
    ]);
    return new Candidates(folder, versions, Object.fromEntries(before));
  }

  async change(app: string, screen: string, change: (script: string) => string): Promise<void> {
    const version = this.versions[app] ?? '';
    const { screens } = await this.folder.remote(app, version);
    const chunk = screens[screen]?.find((file) => file.includes(`expose_${screen}`)) ?? '';
    await this.folder.edit({ app, version }, chunk, change);
  }

  /** Adds code to a screen of marketing; it runs when the screen is shown. */
  plant(screen: string, shown: string): Promise<void> {
    return this.change('marketing', screen, (script) => withFault(script, shown));
  }

  /** Publishes a tool's build of marketing as the next release, with code for some screens. */
  async build(tool: Tool, planted: Readonly<Record<string, string>>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-stock-'));
    await this.folder.publish(await buildStock(tool, folder, planted));
    await rm(folder, { recursive: true });
    this.versions.marketing = currentVersion(await this.folder.log(), 'marketing') ?? '';
  }

  async problems(app: string): Promise<string[]> {
    return (await this.judge(app)).problems;
  }

  /** Judges one app with the others' current releases. With a key, it stores verdicts. */
  judge(
    app: string,
    { acceptSize = false, key }: { acceptSize?: boolean; key?: PublisherKey } = {},
  ) {
    const { path } = this.folder;
    const site = { ...this.#current, [app]: this.versions[app] ?? '' };
    const evidence = join(path, 'evidence');
    const task = { site, current: this.#current, evidence, acceptSize };
    return runSmokeTest(new FolderStore(path), { publishers: sitePublishers(), key }, [app], task);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.folder[Symbol.asyncDispose]();
  }
}

async function currentVersions(folder: ReleasesFolder): Promise<Versions> {
  const log = await folder.log();
  return Object.fromEntries(servedApps(log).map((app) => [app, currentVersion(log, app) ?? '']));
}
