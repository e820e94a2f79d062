import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  newPublisherKey,
  type PublisherKey,
  parsePublishers,
  publisherVariables,
  signatureOf,
} from '@kargo/release-log/contract/release-signature';
import { appendEntry, type RecordChange, recordAfter } from '@kargo/release-log/log/append-entry';
import {
  type AppRecord,
  entryPath,
  hashOf,
  type RecordedRelease,
} from '@kargo/release-log/log/log-entry';
import { readLog } from '@kargo/release-log/log/read-log';
import { servedApps } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import type {
  PrerenderedPages,
  PublishedRoutes,
  Release,
} from '@kargo/shared-types/releases/release';
import {
  headPlaceholder,
  pagesFile,
  pagesSignatureFile,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';

/** A version that has passed the smoke test, or what the log says of it. */
type Listed = string | (Pick<RecordedRelease, 'version'> & Partial<RecordedRelease>);

/** A test's context, or the test runner itself. */
interface Test {
  after(action: () => Promise<void>): void;
}

export const fixtureKey = await newPublisherKey('fixture', ['*']);

/** `PUBLISHERS` of a gateway that trusts the releases of these fixtures. */
export const { PUBLISHERS } = publisherVariables(fixtureKey);
const publishers = parsePublishers(PUBLISHERS, 'PUBLISHERS');

/** A temporary releases folder. */
export async function fixtureReleases(test: Test): Promise<FixtureReleases> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-gateway-'));
  test.after(async () => {
    for (const path of [folder, stateOf(folder)]) await rm(path, { recursive: true, force: true });
  });
  return new FixtureReleases(folder);
}

const stateOf = (folder: string) => `${folder}-state`;

/** The variables of a gateway for a site on https, which counts as production. */
export const onHttps = (folder: string) => ({
  RELEASES: folder,
  PUBLISHERS,
  STATE_DIR: stateOf(folder),
  SITE_URL: 'https://kargo.example',
  TRUST_PROXY: 'loopback',
});

/** A temporary releases folder with a shell and a remote. */
export async function fixtureSite(
  test: Test,
  shellFiles: Record<string, string> = {},
): Promise<FixtureReleases> {
  const releases = await fixtureReleases(test);
  await releases.publishSite(shellFiles);
  return releases;
}

export const fixtureRoutes: PublishedRoutes = {
  routes: [
    { path: '/', name: 'Home', screen: 'marketing/Home', isPublic: true },
    {
      path: '/FAQs',
      name: 'FAQs',
      screen: null,
      title: 'FAQs – Kargo',
      isPublic: true,
      robots: 'noindex',
    },
    {
      path: '/stripe-error',
      name: 'LinkExpired',
      screen: 'profile/LinkExpired',
      isPublic: true,
      robots: 'noindex',
      referrer: 'no-referrer',
    },
    {
      path: '/profile',
      name: 'Profile',
      screen: 'profile/Profile',
      isPublic: false,
      robots: 'noindex',
    },
  ],
  notFoundTitle: 'Page not found – Kargo',
  identity: {
    name: 'Kargo',
    logo: '/logo.png',
    picture: { path: '/picture.png', width: 1200, height: 630, alt: 'A parcel "on its way"' },
  },
};

export const fixtureTexts = {
  title: 'Kargo – parcels & gifts',
  description: 'Parcels & gifts, tracked live.',
};

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
    release: Partial<Release> = {},
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
      'public/humans.txt': 'Written by people.\n',
      'public/icons/small.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ...changes,
    };
    const shell = { app: 'shell', version, entry: 'main.js', screens: {} };
    await this.#writeRelease({ ...shell, ...release }, files, key);
  }

  async writeRemote(
    app: string,
    version: string,
    release: Partial<Release> = {},
    key = fixtureKey,
  ): Promise<void> {
    const files = { 'remoteEntry.js': fixtureScript, 'home.js': fixtureScript };
    const screens = { screens: { Home: ['home.js'] }, texts: { Home: fixtureTexts } };
    const remote = { app, version, entry: 'remoteEntry.js', ...screens };
    await this.#writeRelease({ ...remote, ...release }, files, key);
  }

  /** Stores pages as prerendered with one release of the shell and one of a remote. */
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
   * Makes these versions current, and removes all other apps. In a list the first is current, and the
   * others are earlier ones, all of which have passed the smoke test.
   *
   * @returns the number of the log entry
   */
  async serve(versions: Record<string, string | Listed[]>, key = fixtureKey): Promise<number> {
    const { state } = await readLog(this.store, publishers);
    const records: Record<string, string> = {};
    const signer = { key, by: key.kid, publishers };
    for (const app of new Set([...servedApps(state), ...Object.keys(versions)])) {
      const [current, ...earlier] = await Promise.all(
        [versions[app] ?? []].flat().map((listed) => this.recorded(app, listed)),
      );
      const content = { current: current ?? null, earlier };
      records[app] = await recordAfter(state, app, content, signer);
    }
    if (!(await appendEntry(this.store, state, records)))
      throw new Error('Another entry was added.');
    return state.generation + 1;
  }

  /** Changes the record of an app. */
  async change(app: string, change: RecordChange, key = fixtureKey): Promise<void> {
    const { state } = await readLog(this.store, publishers);
    const record = await recordAfter(state, app, change, { key, by: key.kid, publishers });
    await appendEntry(this.store, state, { [app]: record });
  }

  /** Returns the record of an app. */
  async record(app: string): Promise<Partial<AppRecord>> {
    return (await readLog(this.store, publishers)).state.records.get(app)?.record ?? {};
  }

  /** Puts any content into the log, as its next entry or as the one of this number. */
  async writeEntry(content: string, generation?: number): Promise<void> {
    const next = (await readLog(this.store, publishers)).state.generation + 1;
    await this.store.write(entryPath(generation ?? next), Buffer.from(content));
  }

  /** Returns what the log says of a release that is in the store. */
  async recorded(app: string, listed: Listed): Promise<RecordedRelease> {
    const { version, ...given } = typeof listed === 'string' ? { version: listed } : listed;
    const content = await this.store.read(`${app}/${version}/release.json`, 1e6).catch(() => '');
    const at = new Date().toISOString();
    return { version, hash: hashOf(content), at, by: 'fixture', opened: [`${app}/Home`], ...given };
  }

  async #writeRelease(
    stated: Release,
    files: Record<string, string>,
    key: PublisherKey,
  ): Promise<void> {
    const release = JSON.stringify({ files: filesOf(files), ...stated });
    const signature = await signatureOf('kargo-release', release, key);
    const all = { 'release.json': release, 'release.jws': signature, ...files };
    for (const [name, content] of Object.entries(all)) {
      await this.store.write(`${stated.app}/${stated.version}/${name}`, Buffer.from(content));
    }
  }
}

/** Returns the list that a publisher would write: files by path, with their compressed variants. */
function filesOf(contents: Record<string, string>): Release['files'] {
  const fileHashOf = (content: string) => ({
    sha384: hashOf(content),
    size: Buffer.byteLength(content),
  });
  const files: NonNullable<Release['files']> = {};
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
