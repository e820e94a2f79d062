import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PrerenderedPages, PublishedRoutes, Release } from 'shared-types/releases/release';
import {
  headPlaceholder,
  prerenderedFile,
  releaseMapFile,
  rootPlaceholder,
} from 'shared-types/releases/release-addresses';
import type { ReleaseMap } from 'shared-types/releases/release-map';
import {
  newPublisherKey,
  type PublisherKey,
  publisherVariables,
  signatureOf,
} from 'shared-types/releases/release-signature';

/** A test's context, or the test runner itself. */
interface Test {
  after(action: () => Promise<void>): void;
}

const fixtureKey = await newPublisherKey('fixture', ['*']);

/** `PUBLISHERS` of a gateway that trusts the releases of these fixtures. */
export const { PUBLISHERS } = publisherVariables(fixtureKey);

/** A temporary releases folder. */
export async function fixtureReleases(test: Test): Promise<FixtureReleases> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-gateway-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return new FixtureReleases(folder);
}

/** A temporary releases folder with a shell and a remote. */
export async function fixtureSite(test: Test): Promise<FixtureReleases> {
  const releases = await fixtureReleases(test);
  await releases.writeShell('1.0.0');
  await releases.writeRemote('marketing', '1.0.0');
  await releases.writeMap({ shell: '1.0.0', marketing: '1.0.0' });
  return releases;
}

export const fixtureRoutes: PublishedRoutes = {
  routes: [
    {
      path: '/',
      name: 'Home',
      screen: 'marketing/Home',
      title: 'Kargo – parcels & gifts',
      description: 'Parcels & gifts, tracked live.',
      isPublic: true,
    },
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
      title: 'Link expired – Kargo',
      isPublic: true,
      robots: 'noindex',
      referrer: 'no-referrer',
    },
    {
      path: '/profile',
      name: 'Profile',
      screen: 'profile/Profile',
      title: 'My profile – Kargo',
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

export const fixtureScript = 'console.log("parcel");\n'.repeat(100);

export class FixtureReleases {
  readonly folder: string;
  #generation = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  async writeShell(
    version: string,
    changes: Record<string, string> = {},
    release: Partial<Release> = {},
    key = fixtureKey,
  ): Promise<void> {
    await this.#writeRelease(
      'shell',
      version,
      'main.js',
      {
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
      },
      release,
      key,
    );
  }

  async writeRemote(
    app: string,
    version: string,
    release: Partial<Release> = {},
    key = fixtureKey,
  ): Promise<void> {
    await this.#writeRelease(
      app,
      version,
      'remoteEntry.js',
      {
        'remoteEntry.js': fixtureScript,
        'home.js': fixtureScript,
      },
      release,
      key,
    );
  }

  /** Stores pages as prerendered with one release of the shell and one of a remote. */
  async writePages(
    shellVersion: string,
    remote: { app: string; version: string },
    pages: PrerenderedPages | string,
  ): Promise<void> {
    const file = join(this.folder, prerenderedFile(shellVersion, remote));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof pages === 'string' ? pages : JSON.stringify(pages));
  }

  /** Makes these versions current. In a list the first is current, and the others are earlier ones. */
  async writeMap(
    versions: Record<string, string | string[]>,
    generation = this.#generation + 1,
  ): Promise<void> {
    this.#generation = generation;
    const apps: ReleaseMap['apps'] = {};
    for (const [app, ofApp] of Object.entries(versions)) {
      apps[app] = [ofApp].flat().map((version) => ({ version, passed: 'all' }));
    }
    await this.writeRawMap(JSON.stringify({ generation, apps } satisfies ReleaseMap));
  }

  async writeRawMap(content: string, name = releaseMapFile): Promise<void> {
    const file = join(this.folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, content);
    await rename(`${file}.tmp`, file);
  }

  async #writeRelease(
    app: string,
    version: string,
    entry: string,
    files: Record<string, string>,
    given: Partial<Release>,
    key: PublisherKey,
  ): Promise<void> {
    const screens: Release['screens'] = app === 'shell' ? {} : { Home: ['home.js'] };
    const stated: Release = { app, version, entry, screens, files: filesOf(files), ...given };
    const release = JSON.stringify(stated);
    const signature = await signatureOf(release, key);
    const all = { 'release.json': release, 'release.jws': signature, ...files };
    for (const [name, content] of Object.entries(all)) {
      const file = join(this.folder, app, version, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
}

/** Returns the list that a publisher would write: files by path, with their compressed variants. */
function filesOf(contents: Record<string, string>): Release['files'] {
  const hashOf = (content: string) => ({
    sha384: createHash('sha384').update(content).digest('base64'),
    size: Buffer.byteLength(content),
  });
  const files: NonNullable<Release['files']> = {};
  for (const [path, content] of Object.entries(contents)) {
    if (/\.(br|gz)$/.test(path)) continue;
    const variants = ['.br', '.gz'].flatMap((suffix) => {
      const variant = contents[path + suffix];
      return variant === undefined ? [] : [[suffix, hashOf(variant)]];
    });
    files[path] = { ...hashOf(content), variants: Object.fromEntries(variants) };
  }
  return files;
}
