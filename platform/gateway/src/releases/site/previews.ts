import type { LogState } from '@kargo/release-log/log/read-log';
import { loggedRelease } from '@kargo/release-log/log/served-releases';
import {
  type Preview,
  PreviewError,
  verifiedPreview,
} from '@kargo/release-log/rules/preview-token';
import type { Env } from '../../env.ts';
import { StoreAwayError, type VerifiedFiles } from '../files/verified-files.ts';
import type { CurrentReleases } from './current-releases.ts';
import type { Pins } from './pins.ts';
import { type Published, shellApp } from './published.ts';

/** Where the preview bar's form is sent to leave the preview. */
export const leavePath = '/releases/preview/leave';

/** The releases of a preview that a visitor sees, or why none are shown, perhaps only for now. */
export type SeenPreview = ShownPreview | { problem: string; mayPass?: boolean };

export interface ShownPreview {
  apps: Preview['apps'];
  /** Owner of the key that has signed the link. */
  by: string;
  until: Date;
  token: string;
}

/** The sources of the site and its previews. */
export interface SiteSources {
  releases: CurrentReleases;
  files: VerifiedFiles;
  env: Env;
}

/** Returns the preview of a link; undefined if the link is invalid. */
export const previewOf = (token: string, { SITE_URL, PUBLISHERS }: Env) =>
  verifiedPreview(token, SITE_URL, PUBLISHERS).catch(() => undefined);

/**
 * Returns the site that a link shows, with compatible canaries of other apps.
 *
 * @param failedShell version of a shell that failed in the browser
 * @returns only the reason when the link shows nothing
 */
export async function seePreview(
  on: SiteSources,
  token: string,
  current: Published,
  canaries: Pins,
  failedShell?: string,
): Promise<{ published?: Published; seen: SeenPreview }> {
  const { SITE_URL, PUBLISHERS } = on.env;
  try {
    const preview = await verifiedPreview(token, SITE_URL, PUBLISHERS);
    const { apps, exp, kid } = preview;
    requireShown(current.state, preview);
    if (apps[shellApp] !== undefined && apps[shellApp] === failedShell)
      throw new PreviewError('The previewed shell failed in this browser.');
    const published = await previewed(on, apps, current, canaries);
    const owner = PUBLISHERS.keys.find((key) => key.kid === kid)?.owner;
    return { published, seen: { apps, by: owner ?? kid, until: new Date(exp * 1000), token } };
  } catch (error) {
    if (error instanceof PreviewError) return { seen: { problem: error.message } };
    if (!(error instanceof StoreAwayError)) throw error;
    const problem = 'What this preview link shows cannot be read at the moment.';
    return { seen: { problem, mayPass: true } };
  }
}

async function previewed(
  { releases, files }: SiteSources,
  apps: Preview['apps'],
  current: Published,
  canaries: Pins,
): Promise<Published> {
  const wanted = Object.entries(apps);
  const pins: Pins = new Map(wanted.map(([app, version]) => [app, { version }]));
  let problems: readonly string[] = [];
  for (const all of [new Map([...canaries, ...pins]), pins]) {
    const published = await releases.with(all, current);
    problems = published.problems;
    const isShown = wanted.every(
      ([app, version]) => published.releases.get(app)?.version === version,
    );
    if (isShown) return published;
  }
  for (const [app, version] of wanted) {
    await files.release(app, version).catch((cause) => {
      if (cause instanceof StoreAwayError) throw cause;
      throw new PreviewError('What this preview link shows is not stored any more.', { cause });
    });
  }
  if (problems.some((problem) => !current.problems.includes(problem)))
    throw new StoreAwayError(problems.join(' '));
  throw new PreviewError(
    'What this preview link shows is no longer compatible with the current site.',
  );
}

/** @throws {PreviewError} when the preview was ended or one of its releases was withdrawn */
function requireShown(state: LogState, { apps, iat }: Preview): void {
  for (const [app, version] of Object.entries(apps)) {
    if (state.withheld.has(app))
      throw new PreviewError('Whether this preview was ended is not known at the moment.');
    const { previewsEndedAt = '' } = state.records.get(app)?.record ?? {};
    if (Date.parse(previewsEndedAt) >= iat * 1000)
      throw new PreviewError('This preview was ended by its team.');
    if (loggedRelease(state, app, version)?.withdrawn !== undefined)
      throw new PreviewError('What this preview link shows was withdrawn.');
  }
}
