import { type Static, Type } from 'typebox';
import {
  type Container,
  isRemote,
  type ReleaseName,
  type RemoteRelease,
  type StoredRelease,
} from './release.ts';
import { releasePath, stylesFile } from './release-addresses.ts';

/** A release that a page may load. */
export interface PageRelease extends ReleaseName {
  /** The address of its entry script. */
  url: string;
  /** `integrity` attribute of the entry script; undefined for an app on a development server. */
  integrity?: string | undefined;
  /** As in `StoredRelease`. */
  container?: Container | undefined;
  /** `integrity` attributes of its scripts and styles by path, if it has a `container`. */
  hashes?: Record<string, string> | undefined;
  /** The titles of a remote's screens. */
  titles?: Record<string, string> | undefined;
  /** `integrity` attribute of its styles, see `stylesPath`; undefined without such a file. */
  styles?: string | undefined;
  /** Whether pages report which of its screens they show, since the app has a canary. */
  isCounted?: true | undefined;
}

/** The releases that pages may load, by app: the current one first, then its fallbacks. */
export type ReleaseMap = Partial<Record<string, Omit<PageRelease, 'app'>[]>>;

/** The versions that visitors' pages may run, by app. The response at `versionsInUsePath`. */
export const VersionsInUse = Type.Record(Type.String(), Type.Array(Type.String()));
export type VersionsInUse = Static<typeof VersionsInUse>;

export const pageRelease = (release: StoredRelease): Omit<PageRelease, 'app'> => ({
  url: releasePath(release.app, release.version) + release.entry,
  version: release.version,
  integrity: integrityOf(release, release.entry),
  ...(isRemote(release) && { titles: titlesOf(release) }),
  ...(isRemote(release) && release.container
    ? hashesOf(release)
    : { styles: integrityOf(release, stylesFile) }),
});

function hashesOf({ container, files }: RemoteRelease): Partial<PageRelease> {
  const loaded = Object.entries(files).filter(([file]) => /\.(m?js|css)$/.test(file));
  const hashes = loaded.map(([file, { sha384 }]) => [file, `sha384-${sha384}`] as const);
  return { container, hashes: Object.fromEntries(hashes) };
}

/** Returns the titles of a remote's screens. */
export const titlesOf = ({ texts }: Pick<RemoteRelease, 'texts'>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, { title }]) => [name, title]));

export function integrityOf({ files }: StoredRelease, file: string): string | undefined {
  const sha384 = files[file]?.sha384;
  return sha384 && `sha384-${sha384}`;
}
