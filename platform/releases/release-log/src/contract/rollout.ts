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
  /** Since when a freeze holds it, as ISO 8601. */
  held: Type.Optional(Line),
});
export type Rollout = Static<typeof Rollout>;

/** An hour of steps; two until it is current. */
export const usualSteps: Rollout['steps'] = [
  { percent: 1, minute: 0 },
  { percent: 5, minute: 10 },
  { percent: 20, minute: 30 },
  { percent: 100, minute: 60 },
];

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
  if (!rollout || rollout.held !== undefined) return percent;
  const { start, steps } = rollout;
  const reached = steps.filter(({ minute }) => timeOf(start, minute) <= now);
  return Math.max(percent, ...reached.map((step) => step.percent));
}

/** Returns when a rollout's release counts as current: never (Infinity) while it is held or if no step is for all. */
export function arrivalOf({ start, steps, held }: Rollout): number {
  if (held !== undefined) return Number.POSITIVE_INFINITY;
  const whole = steps.filter(({ percent }) => percent === 100);
  return Math.min(...whole.map(({ minute }) => timeOf(start, minute))) + settlingMs;
}

/**
 * Returns a rollout that goes on after a freeze where it was.
 *
 * @param now time by the store's clock
 */
export function resumed({ start, steps, held = '' }: Rollout, now: number): Rollout {
  const heldMs = Math.max(0, now - Date.parse(held));
  return { start: new Date(Date.parse(start) + heldMs).toISOString(), steps };
}

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
 * Returns a canary that a freeze holds. Gateways may go on for a few seconds before they read of the freeze, and
 * nobody loses what one of them has shown.
 */
export function heldFrom<Held extends Growing>(canary: Held, now: number): Held {
  const { rollout } = canary;
  if (!rollout) return canary;
  const held = new Date(now).toISOString();
  return { ...canary, percent: percentAt(canary, now + unreadMs), rollout: { ...rollout, held } };
}

/** Says what a rollout will do, such as `5 % from 10:10, current from 11:00 UTC`; empty for any other canary. */
export function stepsAhead({ percent, rollout }: Growing, now: number): string {
  if (!rollout) return '';
  if (rollout.held !== undefined) return 'held by a freeze';
  const { start, steps } = rollout;
  const ahead = steps
    .filter((step) => step.percent > percent && timeOf(start, step.minute) > now)
    .map((step) => `${step.percent} % from ${shortTime(timeOf(start, step.minute), now)}`);
  const arrival = arrivalOf(rollout);
  const end = Number.isFinite(arrival) ? [`current from ${shortTime(arrival, now)}`] : [];
  return `${[...ahead, ...end].join(', ')} UTC`;
}

const dayMs = 24 * 60 * minuteMs;

/** Formats a time with its day only where it may be another one. */
const shortTime = (time: number, now: number): string =>
  new Date(time)
    .toISOString()
    .slice(time - now < dayMs ? 11 : 0, 16)
    .replace('T', ' ');

const timeOf = (start: string, minute: number) => Date.parse(start) + minute * minuteMs;
