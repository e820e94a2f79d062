import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addRecord, nextRecord } from '@kargo/release-log/log/add-record';
import {
  type AppRecord,
  hashOf,
  type LoggedRelease,
  type RecordChange,
  recordPath,
} from '@kargo/release-log/log/app-record';
import { readLog } from '@kargo/release-log/log/read-log';
import { servedApps } from '@kargo/release-log/log/served-releases';
import {
  newPublisherKey,
  type PublisherKey,
  parsePublishers,
  publicPart,
  publisherVariables,
  signatureOf,
} from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import type { Test } from '@kargo/release-log/testing/listen';
import { type ReleaseParts, testRelease } from '@kargo/release-log/testing/test-release';
import type { PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import {
  headPlaceholder,
  inlineScriptFile,
  inlineScripts,
  pagesFile,
  pagesSignatureFile,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { fixtureRoutes, fixtureTexts } from './fixture-routes.ts';

/** A version that has passed the smoke test, or its entry in the log. */
type Listed = string | (Pick<LoggedRelease, 'version'> & Partial<LoggedRelease>);

export const fixtureKey = await newPublisherKey('fixture', ['*']);

/** `PUBLISHERS` for a gateway that trusts these releases. */
export const { PUBLISHERS } = publisherVariables(fixtureKey);
const publishers = parsePublishers(PUBLISHERS, 'PUBLISHERS');

/** Makes a temporary folder for releases. */
export async function fixtureReleases(test: Test): Promise<FixtureReleases> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-gateway-'));
  test.after(async () => {
    for (const path of [folder, stateOf(folder)]) await rm(path, { recursive: true, force: true });
  });
  return new FixtureReleases(folder);
}

const stateOf = (folder: string) => `${folder}-state`;

/** Returns variables of a gateway for a site on https, which counts as production. */
export const onHttps = (folder: string) => ({
  RELEASES: folder,
  PUBLISHERS,
  STATE_DIR: stateOf(folder),
  SITE_URL: 'https://kargo.example',
  TRUST_PROXY: 'loopback',
});

/** Makes a temporary folder of releases with a shell and a remote. */
export async function fixtureSite(
  test: Test,
  shellFiles: Record<string, string> = {},
): Promise<FixtureReleases> {
  const releases = await fixtureReleases(test);
  await releases.publishSite(shellFiles);
  return releases;
}

export const fixtureScript = 'console.log("parcel");\n'.repeat(100);

export class FixtureReleases {
  readonly folder: string;
  readonly store: ReleaseStore;

  constructor(folder: string, store: ReleaseStore = new FolderStore(folder)) {
    this.folder = folder;
    this.store = store;
  }

  /** Publishes a shell and a remote. */
  async publishSite(shellFiles: Record<string, string> = {}): Promise<void> {
    await this.writeShell('1.0.0', shellFiles);
    await this.writeRemote('marketing', '1.0.0');
    await this.serve({ shell: '1.0.0', marketing: '1.0.0' });
  }

  async writeShell(
    version: string,
    changes: Record<string, string> = {},
    release: ReleaseParts = {},
    key = fixtureKey,
  ): Promise<void> {
    const files = {
      'index.html': `<!doctype html><html lang="en"><head>${headPlaceholder}<script defer src="/releases/shell/${version}/main.js"></script></head><body>${rootPlaceholder}</body></html>`,
      'routes.json': JSON.stringify(fixtureRoutes),
      'main.js': fixtureScript,
      'main.js.br': 'brotli',
      'main.js.gz': 'gzip',
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '.secret': 'hidden',
      ...Object.fromEntries(inlineScripts.map((name) => [inlineScriptFile(name), ''])),
      'public/humans.txt': 'Written by people.\n',
      'public/icons/small.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ...changes,
    };
    const shell = testRelease({ app: 'shell', version, entry: 'main.js', ...release });
    await this.#writeRelease(shell, files, key);
  }

  async writeRemote(
    app: string,
    version: string,
    release: ReleaseParts = {},
    key = fixtureKey,
  ): Promise<void> {
    const files = { 'remoteEntry.js': fixtureScript, 'home.js': fixtureScript };
    const screens = { screens: { Home: ['home.js'] }, texts: { Home: fixtureTexts } };
    const remote = testRelease({ app, version, entry: 'remoteEntry.js', ...screens, ...release });
    await this.#writeRelease(remote, files, key);
  }

  /** Stores pages as if prerendered with one release of the shell and one of a remote. */
  async writePages(
    shellVersion: string,
    remote: { app: string; version: string },
    pages: PrerenderedPages,
    key = fixtureKey,
  ): Promise<void> {
    const file = pagesFile(shellVersion, remote);
    const content = JSON.stringify({ shell: shellVersion, ...remote, pages });
    const signature = await signatureOf('kargo-pages', content, key);
    await this.store.write(file, Buffer.from(content));
    await this.store.write(pagesSignatureFile(file), Buffer.from(signature));
  }

  /**
   * Makes these versions current, and removes all other apps. The first of a list is current; the
   * others are earlier releases. All have passed the smoke test.
   */
  async serve(versions: Record<string, string | Listed[]>, key = fixtureKey): Promise<void> {
    const { state } = await readLog(this.store, publishers);
    for (const app of new Set([...servedApps(state), ...Object.keys(versions)])) {
      const [current, ...earlier] = await Promise.all(
        [versions[app] ?? []].flat().map((listed) => this.recorded(app, listed)),
      );
      await this.change(app, { current: current ?? null, earlier }, key);
    }
  }

  async change(app: string, change: RecordChange, key = fixtureKey): Promise<void> {
    const trusted = { ...publishers, keys: [...publishers.keys, publicPart(key)] };
    const { state } = await readLog(this.store, trusted);
    const signer = { key, by: key.kid, publishers: trusted };
    const record = await nextRecord(state, app, change, signer);
    if (!(await addRecord(this.store, record))) throw new Error('Another record was added.');
  }

  async record(app: string): Promise<Partial<AppRecord>> {
    return (await readLog(this.store, publishers)).state.records.get(app)?.record ?? {};
  }

  /** Writes any content as the next record of an app's log. Returns its path. */
  async writeRecord(app: string, content: string): Promise<string> {
    const { state } = await readLog(this.store, publishers);
    const path = recordPath(app, state.next.get(app)?.number ?? 1);
    await this.store.write(path, Buffer.from(content));
    return path;
  }

  /** Returns the log's entry for a release in the store. */
  async recorded(app: string, listed: Listed): Promise<LoggedRelease> {
    const { version, ...given } = typeof listed === 'string' ? { version: listed } : listed;
    const content = await this.store.read(`${app}/${version}/release.json`, 1e6).catch(() => '');
    const at = new Date().toISOString();
    return { version, hash: hashOf(content), at, by: 'fixture', opened: [`${app}/Home`], ...given };
  }

  async #writeRelease(
    stated: StoredRelease,
    files: Record<string, string>,
    key: PublisherKey,
  ): Promise<void> {
    const listed = Object.keys(stated.files).length > 0 ? stated.files : filesOf(files);
    const release = JSON.stringify({ ...stated, files: listed });
    const signature = await signatureOf('kargo-release', release, key);
    const all = { 'release.json': release, 'release.jws': signature, ...files };
    for (const [name, content] of Object.entries(all)) {
      await this.store.write(`${stated.app}/${stated.version}/${name}`, Buffer.from(content));
    }
  }
}

/** Returns the list that a publisher would write: files by path, with their compressed variants. */
function filesOf(contents: Record<string, string>): StoredRelease['files'] {
  const fileHashOf = (content: string) => ({
    sha384: hashOf(content),
    size: Buffer.byteLength(content),
  });
  const files: StoredRelease['files'] = {};
  for (const [path, content] of Object.entries(contents)) {
    if (/\.(br|gz)$/.test(path)) continue;
    const variants = ['.br', '.gz'].flatMap((suffix) => {
      const variant = contents[path + suffix];
      return variant === undefined ? [] : [[suffix, fileHashOf(variant)]];
    });
    files[path] = { ...fileHashOf(content), variants: Object.fromEntries(variants) };
  }
  return files;
}
