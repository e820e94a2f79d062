import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import { currentRelease, currentVersion } from '@kargo/release-log/log/served-releases';
import {
  previewParameter,
  previewSeconds,
  signPreview,
} from '@kargo/release-log/rules/preview-token';
import { largest } from '@kargo/release-log/rules/release-sizes';
import {
  readVerdict,
  type Verdict,
  verdictsFolder,
  writeVerdict,
} from '@kargo/release-log/rules/verdicts';
import { parseJson } from '@kargo/shared-types/parse-json';
import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import { isRemote, type StoredRelease } from '@kargo/shared-types/releases/release';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';
import { addRecords, refuseWithheld } from './change-record.ts';
import { type JudgedReleases, judgeReleases, readCandidates } from './judge-releases.ts';
import { type KeyedStore, keyFor, signerOf } from './keys.ts';
import { pathOf, publishedVersions, readCurrent, type SignedRelease } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Judges published releases, and returns a signed link that shows them. Nothing becomes current.
 *
 * @param seconds how long the link is valid, at most `previewSeconds.most`
 * @throws {RefusedError} when one of them may not be served
 */
export async function previewLink(
  releases: JudgedReleases,
  siteUrl: string,
  seconds: number,
): Promise<string> {
  const { store, keys, versions } = releases;
  const [key] = Object.keys(versions).map((app) => keyFor(app, keys));
  if (!key) throw new RefusedError('Name an app to preview.');
  const candidates = await readCandidates(releases);
  const { state } = await readLog(store, keys.publishers);
  await judgeReleases(releases, candidates, state);
  for (const candidate of candidates) {
    // Written again, so that it counts as new when old releases are cleaned up.
    const path = pathOf(candidate, releaseFile);
    await store.write(path, await store.read(path, largest.release));
  }
  const ended = Object.keys(versions).map((app) => state.records.get(app)?.record.previewsEndedAt);
  const now = Date.now();
  const iat = Math.max(now, ...ended.map((at) => (at ? Date.parse(at) + 1000 : 0))) / 1000;
  const at = new Date(iat * 1000).toISOString();
  const { log } = keys.publishers;
  for (const [app, version] of Object.entries(versions))
    await writeVerdict(store, { log, app, name: prefix + version, at, by: signerOf(keys) }, key);
  const { origin } = new URL(siteUrl);
  const exp = now / 1000 + seconds;
  const token = await signPreview({ apps: versions, site: origin, iat, exp }, key);
  const path = await firstChangedPath(releases, candidates, state);
  return `${origin}${path}?${previewParameter}=${token}`;
}

/** Returns the path of the first screen whose scripts changed, else of the first screen. */
async function firstChangedPath(
  { versions, ...on }: JudgedReleases,
  candidates: readonly SignedRelease[],
  state: LogState,
): Promise<string> {
  const shell = versions.shell ?? currentVersion(state, 'shell');
  if (shell === undefined) return '/';
  const file = pathOf({ app: 'shell', version: shell }, 'routes.json');
  const text = await on.store.read(file, largest.file);
  const { routes } = parseJson(PublishedRoutes, String(text), file);
  const current = await readCurrent(on, state);
  const own = routes.flatMap(({ path, screen }) => {
    const [app, name = ''] = screen.split('/');
    const release = candidates.find((it) => it.app === app);
    return release && !path.includes(':') ? [{ path, name, release }] : [];
  });
  for (const { path, name, release } of own) {
    const sources = (of?: StoredRelease) => of && sourcesOf(on, of, name);
    if ((await sources(release)) !== (await sources(current.get(release.app)))) return path;
  }
  return own[0]?.path ?? '/';
}

/** Returns a screen's scripts without what differs in each version: its name and class prefix. */
async function sourcesOf(
  { store }: KeyedStore,
  release: StoredRelease,
  screen: string,
): Promise<string> {
  const scripts = (isRemote(release) && release.screens[screen]) || [];
  const texts = await Promise.all(
    scripts.map((script) => store.read(pathOf(release, script), largest.file)),
  );
  const prefix = classPrefix(release.app, release.version);
  return texts.join().replaceAll(release.version, '').replaceAll(prefix, '');
}

const prefix = 'preview-';

/**
 * Returns the newest preview that has not ended, made after the current release or its canary.
 *
 * @throws {RefusedError} when there is none
 */
export async function newestPreview(
  { store, keys }: KeyedStore,
  app: string,
  state: LogState,
): Promise<Verdict & { version: string }> {
  const current = currentRelease(state, app);
  if (!current) throw new RefusedError(`${app} is not part of the site: release it first.`);
  const begun = current.canaryAt ?? current.at;
  const since = state.records.get(app)?.record.previewsEndedAt ?? '';
  const verdicts = await store.list(`${app}/${verdictsFolder}/`);
  for (const { path } of verdicts.sort((one, other) => other.at - one.at)) {
    const [, version] = /[/]preview-([^/]+)\.jws$/.exec(path) ?? [];
    if (version === undefined || version === current.version) continue;
    const verdict = await readVerdict(store, { app, name: prefix + version }, keys.publishers);
    if (verdict && verdict.at > since && verdict.at > begun) return { ...verdict, version };
  }
  throw new RefusedError(
    `${app} has neither a canary nor a preview that is newer than ${current.version}: make one with "pnpm preview ${app}", or add --release to build one.`,
  );
}

/** Ends all previews of an app with links that were signed before now. */
export async function endPreviews(on: KeyedStore, app: string): Promise<void> {
  const [published] = await publishedVersions(on.store, app);
  if (!published) throw new RefusedError(`${app} has no release.`);
  // Including links that were signed by a clock ahead of this one.
  const previewsEndedAt = new Date(Date.now() + previewSeconds.ahead * 1000).toISOString();
  await addRecords(on, async (state) => {
    refuseWithheld(state, [app]);
    return { [app]: { previewsEndedAt } };
  });
}
