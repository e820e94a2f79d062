import type { GatewayMetrics } from '../../gateway-metrics.ts';

/** With fewer failures, one visitor's extension or the first few pages would end a canary. */
const fewestFailures = 5;
const smallestShare = 0.02;
const timesCurrent = 2;
/** This share always suffices, since anybody can report failures of the current release. */
const largestShare = 0.5;

/** How many screens of a release were shown, and in how many pages it failed. */
export type Pages = Pick<ReturnType<GatewayMetrics['counts']['of']>, 'views' | 'failures'>;

/** Whether reports about a canary and the current release show that the canary must end. */
export function isFailing(canary: Pages, current: Pages): boolean {
  const shareOfCurrent = current.views > 0 ? current.failures / current.views : 0;
  const share = Math.min(largestShare, Math.max(smallestShare, timesCurrent * shareOfCurrent));
  return canary.failures >= fewestFailures && canary.failures >= share * canary.views;
}
