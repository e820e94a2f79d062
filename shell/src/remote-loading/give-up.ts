import { report } from '../reports/report.ts';
import type { Release } from './release-records.ts';
import { releaseFailed } from './release-transitions.ts';

/** The release did not load or, if it `hasLoaded`, its screen threw: the next candidate takes over. */
export function giveUp(release: Release, error: unknown, hasLoaded = false): void {
  console.error(`Release ${release.version} of ${release.app} failed:`, error);
  releaseFailed(release);
  report((it) => it.releaseFailed(release, error, hasLoaded));
}
