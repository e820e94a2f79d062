import type { Visit } from './plan-visits.ts';

/**
 * What is different for the person of a visit: on wide screens the page was rendered a day ago, and who only looks
 * in on a phone wants less motion.
 */
export function circumstancesOf({ width, isThorough }: Pick<Visit, 'width' | 'isThorough'>) {
  const isDayLater = width >= 768;
  const reducedMotion = isDayLater || isThorough ? 'no-preference' : 'reduce';
  return { isDayLater, reducedMotion } as const;
}

/** Runs in the page before its own scripts. */
export function setClockForward(): void {
  const ahead = 24 * 60 * 60 * 1000;
  const { now } = Date;
  Date.now = () => now() + ahead;
  window.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
    apply: (target) => new target(target.now()).toString(),
  });
}
