import { type Static, Type } from 'typebox';
import { Line } from '../plain-text.ts';

export const Percentage = Type.Number({ exclusiveMinimum: 0, maximum: 100 });

/** How a canary reaches all visitors without anybody, as its team has signed it. */
export const Rollout = Type.Object({
  /** When it began, by the store's clock, as ISO 8601. */
  start: Line,
  /** How many of 100 visitors get it, and how many minutes after the start. */
  steps: Type.Array(
    Type.Object({ percent: Percentage, minute: Type.Number({ minimum: 0, maximum: 100_000 }) }),
    { minItems: 1, maxItems: 20 },
  ),
});
export type Rollout = Static<typeof Rollout>;

/** A canary, as far as its percentage depends on it. */
interface Growing {
  /** At least so many get it: what the first step or a person gave. */
  percent: number;
  rollout?: Rollout | undefined;
}

const minuteMs = 60_000;

/** A release that all visitors have had for so long counts as current. */
const settlingMs = 60 * minuteMs;

/** By how much the clocks of store and gateway may differ. */
const differenceMs = 30_000;

/** A gateway that has not read log and markers for longer may have missed that a rollout ended. */
const unreadMs = 10_000;

/** Whether a rollout is dated ahead, so that nobody gets it. */
export const isAhead = ({ start }: Rollout, now: number): boolean =>
  Date.parse(start) > now + differenceMs;

/** Returns how many of 100 visitors get a canary at a time of the store's clock. It never falls. */
export function percentAt({ percent, rollout }: Growing, now: number): number {
  const { start, steps } = rollout ?? { start: '', steps: [] };
  const reached = steps.filter(({ minute }) => timeOf(start, minute) <= now);
  return Math.max(percent, ...reached.map((step) => step.percent));
}

/** Returns when a rollout's release counts as current; never (Infinity) if no step is for all visitors. */
export function arrivalOf({ start, steps }: Rollout): number {
  const whole = steps.filter(({ percent }) => percent === 100);
  return Math.min(...whole.map(({ minute }) => timeOf(start, minute))) + settlingMs;
}

/** Returns a rollout that goes on after a pause where it was. */
export const resumed = ({ start, steps }: Rollout, pausedMs: number): Rollout => ({
  start: new Date(Date.parse(start) + Math.max(0, pausedMs)).toISOString(),
  steps,
});

/**
 * Whether a gateway may take a rollout further.
 *
 * @param storeMs time by the store's clock, in milliseconds since 1970; undefined if the store told none
 * @param ownMs the same by its own clock
 * @param unread how long ago it read log and markers, in milliseconds
 */
export const mayAdvance = (
  storeMs: number | undefined,
  ownMs: number,
  unread: number,
): storeMs is number =>
  storeMs !== undefined && Math.abs(storeMs - ownMs) <= differenceMs && unread <= unreadMs;

/**
 * Returns the percentage at which a freeze holds a rollout. Gateways may go on for a few seconds before they read of
 * the freeze, and nobody loses what one of them has shown.
 */
export const heldPercent = (canary: Growing, now: number): number =>
  percentAt(canary, now + unreadMs);

const timeOf = (start: string, minute: number) => Date.parse(start) + minute * minuteMs;
