import { type Static, Type } from 'typebox';
import { Line } from '../plain-text.ts';

export const Percentage = Type.Number({ exclusiveMinimum: 0, maximum: 100 });

/** The signed plan by which a canary reaches all visitors on its own. */
export const Rollout = Type.Object({
  /** When it began by the store's clock, as ISO 8601. */
  start: Line,
  /** The percentage of visitors from each minute after the start. */
  steps: Type.Array(
    Type.Object({ percent: Percentage, minute: Type.Number({ minimum: 0, maximum: 100_000 }) }),
    { minItems: 1, maxItems: 20 },
  ),
  /** When a freeze stopped it, as ISO 8601; undefined while it runs. */
  held: Type.Optional(Line),
});
export type Rollout = Static<typeof Rollout>;

/** It reaches everybody after one hour, and becomes current after two. */
export const usualSteps: Rollout['steps'] = [
  { percent: 1, minute: 0 },
  { percent: 5, minute: 10 },
  { percent: 20, minute: 30 },
  { percent: 100, minute: 60 },
];

/** The parts of a canary that determine its percentage. */
interface Growing {
  /** The lowest percentage: of the first step, or set by a person. */
  percent: number;
  rollout?: Rollout | undefined;
}

const minuteMs = 60_000;

/** A release becomes current after all visitors have had it for this time. */
const settlingMs = 60 * minuteMs;

/** The largest difference between the clocks of store and gateway. */
const differenceMs = 30_000;

/** A gateway whose last look at log and markers is older may not know that a rollout has ended. */
const unreadMs = 10_000;

/** Whether a rollout starts in the future: then nobody gets it. */
export const isAhead = ({ start }: Rollout, now: number): boolean =>
  Date.parse(start) > now + differenceMs;

/** Returns the percentage of visitors with a canary at a time by the store's clock; never falls. */
export function percentAt({ percent, rollout }: Growing, now: number): number {
  if (!rollout || rollout.held !== undefined) return percent;
  const { start, steps } = rollout;
  const reached = steps.filter(({ minute }) => timeOf(start, minute) <= now);
  return Math.max(percent, ...reached.map((step) => step.percent));
}

/** The last time that a `Date` can have. */
const lastTime = 8.64e15;

/** When a release becomes current: Infinity while held, without a step to 100 %, or too late. */
export function arrivalOf({ start, steps, held }: Rollout): number {
  if (held !== undefined) return Number.POSITIVE_INFINITY;
  const whole = steps.filter(({ percent }) => percent === 100);
  const arrival = Math.min(...whole.map(({ minute }) => timeOf(start, minute))) + settlingMs;
  return arrival > lastTime ? Number.POSITIVE_INFINITY : arrival;
}

/** Continues a rollout where a freeze stopped it; `now` is by the store's clock. */
export function resumed({ start, steps, held = '' }: Rollout, now: number): Rollout {
  const heldMs = Math.max(0, now - Date.parse(held));
  return { start: new Date(Date.parse(start) + heldMs).toISOString(), steps };
}

/**
 * Whether a gateway may take a rollout further.
 *
 * @param storeMs time by the store's clock, in milliseconds since 1970; undefined if unknown
 * @param ownMs time by the gateway's own clock
 * @param unread milliseconds since it last read log and markers
 */
export const mayAdvance = (
  storeMs: number | undefined,
  ownMs: number,
  unread: number,
): storeMs is number =>
  storeMs !== undefined && Math.abs(storeMs - ownMs) <= differenceMs && unread <= unreadMs;

/**
 * Returns a canary that a freeze holds. Gateways may go on for a few seconds until they read of the
 * freeze; its percentage covers that, so nobody loses the canary.
 */
export function heldFrom<Held extends Growing>(canary: Held, now: number): Held {
  const { rollout } = canary;
  if (!rollout) return canary;
  const held = new Date(now).toISOString();
  return { ...canary, percent: percentAt(canary, now + unreadMs), rollout: { ...rollout, held } };
}

/** Describes a rollout's next steps, such as `5 % from 10:10, current from 11:00 UTC`. */
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

/** Formats a time up to the last that a Date can have, with its date if over a day ahead. */
const shortTime = (time: number, now: number): string =>
  new Date(Math.min(time, lastTime))
    .toISOString()
    .slice(time - now < dayMs ? 11 : 0, 16)
    .replace('T', ' ');

const timeOf = (start: string, minute: number) => Date.parse(start) + minute * minuteMs;
