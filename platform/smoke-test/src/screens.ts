import { largest } from '@kargo/release-log/rules/release-sizes';
import {
  ifNotStored,
  type ReleaseStore,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import {
  type PublishedRoute,
  PublishedRoutes,
  textsOf,
} from '@kargo/shared-types/releases/published-routes';
import { type Releases, releaseIn, type StoredRelease } from '@kargo/shared-types/releases/release';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';

/** Versions by app. */
export type Versions = Readonly<Record<string, string>>;

/** How much a screen loads of its app's files, compressed, in kB. */
export type Weight = NonNullable<PublishedRoute['limit']>;

export interface Screen {
  /** Such as `marketing/Home`. */
  id: string;
  app: string;
  path: string;
  title: string;
  /** Who sees it: everybody, drivers who are signed in, or visitors who are not. */
  access: 'public' | 'signed-in' | 'signed-out';
  limit: Weight | undefined;
}

export interface TestSite {
  url: string;
  releases: Releases;
  screens: readonly Screen[];
  /** The apps under judgment; undefined for all. */
  judged?: readonly string[];
}

/**
 * Leaves out unreadable releases, whose screens are not opened. In a fixed order, since the names
 * of verdicts depend on it; the last sample of a call counts.
 *
 * @param judged the apps under judgment: no other app replaces their samples
 */
export async function readReleases(
  store: ReleaseStore,
  versions: Versions,
  judged: readonly string[],
): Promise<Releases> {
  const releases = new Map<string, StoredRelease>();
  const order = Object.entries(versions).map(([app, version]) => {
    return [`${judged.includes(app)}`, app, version] as const;
  });
  for (const [, app, version] of order.toSorted()) {
    const path = `${app}/${version}/${releaseFile}`;
    const release = releaseIn(await store.read(path, largest.release).catch(ifNotRead));
    if (release) releases.set(app, release);
  }
  return releases;
}

export async function readScreens(store: ReleaseStore, releases: Releases): Promise<Screen[]> {
  const shell = releases.get('shell');
  if (!shell) return [];
  const path = `shell/${shell.version}/routes.json`;
  const text = await store.read(path, largest.file);
  const published = parseJson(PublishedRoutes, `${text}`, path);
  return published.routes.flatMap((route) => {
    const { path, screen: id, isPublic, isForVisitors, limit } = route;
    const [app = ''] = id.split('/');
    const { title } = textsOf(route, published, releases);
    if (!releases.has(app)) return [];
    const access = isForVisitors ? 'signed-out' : isPublic ? 'public' : 'signed-in';
    return [{ id, app, path, title, access, limit }] as const;
  });
}

/** For `catch`: rethrows what may pass, unlike an object that a gateway could not read either. */
export function ifNotRead(error: unknown): undefined {
  if (!(error instanceof UnreadableError)) ifNotStored(error);
}
