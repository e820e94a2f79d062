import {
  type Preview,
  PreviewError,
  verifiedPreview,
} from '@kargo/release-log/contract/preview-token';
import type { LogState } from '@kargo/release-log/log/log-state';
import { recordedRelease } from '@kargo/release-log/log/served-releases';
import type { Env } from '../env.ts';
import type { CurrentReleases } from './current-releases.ts';
import type { Pins } from './pins.ts';
import { type Published, shellApp } from './published.ts';
import { StoreAwayError, type VerifiedFiles } from './verified-files.ts';

/** Address to which the form of the preview bar is sent, to leave the preview. */
export const leavePath = '/releases/preview/leave';

/** A preview as its visitor sees it: the releases that are shown, or the reason why none are, perhaps for a moment. */
export type SeenPreview = ShownPreview | { problem: string; mayPass?: boolean };

export interface ShownPreview {
  apps: Preview['apps'];
  /** Owner of the key that has signed the link. */
  by: string;
  until: Date;
  token: string;
}

/** Shows releases that are not current to those who have opened a link that a publisher has signed. */
export class Previews {
  readonly #releases: CurrentReleases;
  readonly #files: VerifiedFiles;
  readonly #env: Env;

  constructor(releases: CurrentReleases, files: VerifiedFiles, env: Env) {
    this.#releases = releases;
    this.#files = files;
    this.#env = env;
  }

  /** Returns what a link shows; undefined if it is not valid. */
  verified(token: string): Promise<Preview | undefined> {
    const { SITE_URL, PUBLISHERS } = this.#env;
    return verifiedPreview(token, SITE_URL, PUBLISHERS).catch(() => undefined);
  }

  /** Whether a link shows this release. */
  async names(token: string, app: string, version: string): Promise<boolean> {
    return (await this.verified(token))?.apps[app] === version;
  }

  /**
   * Returns the releases that a link shows, with canaries of other apps if they go with it.
   *
   * @param failedShell version of a shell that failed in the browser
   * @returns no releases, and the reason, when the link shows nothing
   */
  async see(
    token: string,
    current: Published,
    canaries: Pins,
    failedShell?: string,
  ): Promise<{ published?: Published; seen: SeenPreview }> {
    const { SITE_URL, PUBLISHERS } = this.#env;
    try {
      const preview = await verifiedPreview(token, SITE_URL, PUBLISHERS);
      const { apps, exp, kid } = preview;
      requireShown(current.state, preview);
      if (apps[shellApp] !== undefined && apps[shellApp] === failedShell)
        throw new PreviewError('The previewed shell failed in this browser.');
      const published = await this.#published(apps, current, canaries);
      const owner = PUBLISHERS.keys.find((key) => key.kid === kid)?.owner;
      return { published, seen: { apps, by: owner ?? kid, until: new Date(exp * 1000), token } };
    } catch (error) {
      if (error instanceof PreviewError) return { seen: { problem: error.message } };
      if (!(error instanceof StoreAwayError)) throw error;
      const problem = 'What this preview link shows cannot be read at the moment.';
      return { seen: { problem, mayPass: true } };
    }
  }

  async #published(apps: Preview['apps'], current: Published, canaries: Pins): Promise<Published> {
    const wanted = Object.entries(apps);
    const pins: Pins = new Map(wanted.map(([app, version]) => [app, { version }]));
    let problems: readonly string[] = [];
    for (const all of new Set([new Map([...canaries, ...pins]), pins])) {
      const published = await this.#releases.with(all, current);
      problems = published.problems;
      const isShown = wanted.every(
        ([app, version]) => published.releases.get(app)?.version === version,
      );
      if (isShown) return published;
    }
    for (const [app, version] of wanted) {
      await this.#files.release(app, version).catch((cause) => {
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
}

/** @throws {PreviewError} when the preview was ended, or one of its releases was withdrawn */
function requireShown(state: LogState, { apps, iat }: Preview): void {
  for (const [app, version] of Object.entries(apps)) {
    const ended = state.records.get(app)?.record.endedPreviews ?? [];
    const isEnded = ended.some(
      (it) => (it.version ?? version) === version && Date.parse(it.at) >= iat * 1000,
    );
    if (isEnded) throw new PreviewError('This preview was ended by its team.');
    if (recordedRelease(state, app, version)?.withdrawn !== undefined)
      throw new PreviewError('What this preview link shows was withdrawn.');
  }
}
