import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addRecord, nextRecord } from '@kargo/release-log/log/add-record';
import { hashOf, type LoggedRelease, type RecordChange } from '@kargo/release-log/log/app-record';
import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import { currentRelease, withCurrent } from '@kargo/release-log/log/served-releases';
import { signatureOf } from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import {
  type AppName,
  isRemote,
  parseRelease,
  type ReleaseName,
  type RemoteRelease,
  type StoredRelease,
} from '@kargo/shared-types/releases/release';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { runScript } from './run-script.ts';
import { root, siteKey, siteKeys, sitePublishers, siteReleases } from './site.ts';

/** A copy of the site's releases, to publish to and remove from. */
export class ReleasesFolder {
  readonly path: string;

  /** @param path of an existing store */
  constructor(path: string) {
    this.path = path;
  }

  static async copy(from = siteReleases, to?: string): Promise<ReleasesFolder> {
    const path = to ?? (await mkdtemp(join(tmpdir(), 'kargo-releases-')));
    await cp(from, path, { recursive: true });
    return new ReleasesFolder(path);
  }

  /** Publishes builds in one step. */
  async publish(...builds: string[]): Promise<void> {
    const program = join(root, 'platform/releases/delivery/src/publish.ts');
    await runScript([program, ...builds, '--releases', this.path], {
      env: { ...process.env, ...siteKeys() },
    });
  }

  /**
   * Makes an app's current release in another store current here, without any check. Faster than
   * publishing: nothing is compressed, and no page is rendered again.
   */
  async takeOver(app: AppName, store: string): Promise<void> {
    const current = currentRelease(await new ReleasesFolder(store).log(), app);
    if (!current) throw new Error(`${store} has no current release of ${app}`);
    for (const folder of [join(app, current.version), 'pages']) {
      // A gateway may be reading the pages that are here.
      await cp(join(store, folder), join(this.path, folder), { recursive: true, force: false });
    }
    await this.record(app, current);
  }

  async release(app: string, version: string): Promise<StoredRelease> {
    const file = join(this.path, app, version, releaseFile);
    return parseRelease(await readFile(file, 'utf8'), file);
  }

  async remote(app: string, version: string): Promise<RemoteRelease> {
    const release = await this.release(app, version);
    if (isRemote(release)) return release;
    throw new Error(`${app} is not a remote.`);
  }

  /** Replaces and signs a release's `release.json`, and updates its hash in the log. */
  async describe(app: string, version: string, release: string): Promise<void> {
    const folder = join(this.path, app, version);
    await writeFile(join(folder, releaseFile), release);
    await writeFile(
      join(folder, signatureFile),
      await signatureOf('kargo-release', release, siteKey()),
    );
    const { current = null, earlier = [] } = (await this.log()).records.get(app)?.record ?? {};
    const renewed = (it: LoggedRelease) =>
      it.version === version ? { ...it, hash: hashOf(release) } : it;
    const change = { current: current && renewed(current), earlier: earlier.map(renewed) };
    if ([current, ...earlier].some((it) => it?.version === version))
      await this.#change(app, change);
  }

  async log(): Promise<LogState> {
    return (await readLog(new FolderStore(this.path), sitePublishers())).state;
  }

  /**
   * Adds a record that makes a release current, without any check.
   *
   * @param earlier the new list of earlier releases; by default, the last current one is added
   */
  async record(app: string, current: LoggedRelease, earlier?: LoggedRelease[]): Promise<void> {
    const before = (await this.log()).records.get(app)?.record;
    await this.#change(app, earlier ? { current, earlier } : withCurrent(before, current));
  }

  async #change(app: string, content: RecordChange): Promise<void> {
    const state = await this.log();
    const signer = { key: siteKey(), by: 'e2e', publishers: sitePublishers() };
    const record = await nextRecord(state, app, content, signer);
    if (!(await addRecord(new FolderStore(this.path), record)))
      throw new Error('Another record was added.');
  }

  /**
   * Changes a file of a release, or removes it if `change` returns null, and updates its hash
   * everywhere, as if the release had been published like this.
   */
  async edit(
    { app, version }: ReleaseName,
    path: string,
    change: (text: string) => string | null,
  ): Promise<void> {
    const folder = join(this.path, app, version);
    const file = join(folder, path);
    const before = await readFile(file, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`There is nothing to change in ${file}`);
    for (const suffix of ['', '.br', '.gz']) await rm(file + suffix, { force: true });
    if (after !== null) await writeFile(file, after);
    const release = await this.release(app, version);
    const { [path]: _before, ...others } = release.files ?? {};
    const files = after === null ? others : { ...others, [path]: fileHashOf(after) };
    await this.describe(app, version, JSON.stringify({ ...release, files }));
    const sha384 = hashOf(before);
    const entry = await readFile(join(folder, release.entry), 'utf8').catch(() => '');
    if (after === null || !entry.includes(sha384)) return;
    const renew = (text: string) => text.replaceAll(sha384, hashOf(after));
    await this.edit({ app, version }, release.entry, renew);
  }

  async remove(app: string, version: string): Promise<void> {
    await rm(join(this.path, app, version), { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

const fileHashOf = (text: string) => ({ sha384: hashOf(text), size: Buffer.byteLength(text) });
