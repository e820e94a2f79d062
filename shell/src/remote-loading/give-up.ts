import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { report } from '../reports/report.ts';
import { NotInPage } from './load-module.ts';
import { releaseFailed } from './release-transitions.ts';

/** The release did not load or, if it `hasLoaded`, its screen threw. The next one takes over. */
export function giveUp(release: PageRelease, error: unknown, hasLoaded = false): void {
  console.error(`Release ${release.version} of ${release.app} failed:`, error);
  releaseFailed(release);
  if (!(error instanceof NotInPage)) report((it) => it.releaseFailed(release, error, hasLoaded));
}
