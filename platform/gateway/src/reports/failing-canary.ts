import { canariesOf, currentVersion } from '@kargo/release-log/log/served-releases';
import type { EndedCanaries } from '../releases/ended-canaries.ts';
import type { Published } from '../releases/published.ts';
import type { ReportCounts } from './report-counts.ts';

/** A canary ends by what was told within this time. */
const withinMinutes = 5;

/** So that neither one visitor's extension nor the first few pages end it. */
const fewestFailures = 5;
const smallestShare = 0.02;
const timesCurrent = 2;

/** Ends the canary of an app if this is its version, and it fails in more pages than what is current. */
export function endIfFailing(
  { app, version }: { app: string; version: string },
  { state }: Published,
  counts: ReportCounts,
  ended: EndedCanaries,
): void {
  const canary = canariesOf(state).get(app);
  if (canary?.version !== version) return;
  // One that is begun again is not judged by what was told before.
  const minutes = Math.min(withinMinutes, ended.minutesOf(app, canary));
  const told = counts.of(app, version, minutes);
  const current = counts.of(app, currentVersion(state, app) ?? '', minutes);
  if (!isFailing(told, current)) return;
  const figures = { ...told, currentViews: current.views, currentFailures: current.failures };
  void ended.end(canary, { app, version, at: new Date().toISOString(), ...figures });
}

type Pages = ReturnType<ReportCounts['of']>;

/** Whether a canary fails often enough to be ended, by what was told of it and of the current release. */
export function isFailing(canary: Pages, current: Pages): boolean {
  const shareOfCurrent = current.views > 0 ? current.failures / current.views : 0;
  const share = Math.max(smallestShare, timesCurrent * shareOfCurrent);
  return canary.failures >= fewestFailures && canary.failures >= share * canary.views;
}
