import {
  previewParameter,
  previewSeconds,
  signPreview,
} from '@kargo/release-log/contract/preview-token';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { readLog } from '@kargo/release-log/log/read-log';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';
import { changeRecord } from './change-record.ts';
import { candidateReader, type JudgedReleases, judgeReleases } from './judge-releases.ts';
import { keyFor, type Store } from './keys.ts';
import { pathOf } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Judges published releases, and returns a signed link that shows them on the site. What is current does not change.
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
  const candidates = await candidateReader(releases)(releases);
  const { state } = await readLog(store, keys.publishers);
  await judgeReleases(releases, candidates, state);
  for (const candidate of candidates) {
    // Written again, so that it counts as new when old releases are removed.
    const path = pathOf(candidate, releaseFile);
    await store.write(path, await store.read(path, largest.release));
  }
  const ended = Object.keys(versions).flatMap(
    (app) => state.records.get(app)?.record.endedPreviews ?? [],
  );
  const iat = Math.max(Date.now(), ...ended.map(({ at }) => Date.parse(at) + 1000)) / 1000;
  const { origin } = new URL(siteUrl);
  const exp = Date.now() / 1000 + seconds;
  const token = await signPreview({ apps: versions, site: origin, iat, exp }, key);
  return `${origin}/?${previewParameter}=${token}`;
}

/** Ends the previews of an app whose links were signed until now. */
export async function endPreviews(on: Store, app: string): Promise<void> {
  // Those too that a clock which is ahead has signed.
  const at = new Date(Date.now() + previewSeconds.ahead * 1000).toISOString();
  await changeRecord(on, app, () => ({ endedPreviews: [{ at }] }));
}
