import type { ReportCounts } from './report-counts.ts';

/** A canary ends by what was told within this time. */
export const withinMinutes = 5;

/** So that neither one visitor's extension nor the first few pages end it. */
const fewestFailures = 5;
const smallestShare = 0.02;
const timesCurrent = 2;

type Pages = ReturnType<ReportCounts['of']>;

/** Whether a canary fails often enough to be ended, by what was told of it and of the current release. */
export function isFailing(canary: Pages, current: Pages): boolean {
  const shareOfCurrent = current.views > 0 ? current.failures / current.views : 0;
  const share = Math.max(smallestShare, timesCurrent * shareOfCurrent);
  return canary.failures >= fewestFailures && canary.failures >= share * canary.views;
}
