import { type Rollout, usualSteps } from '@kargo/release-log/rules/rollout';
import { CliError } from './cli-error.ts';
import { progress } from './progress.ts';
import type { PublishOptions } from './publish-command.ts';

/** Whether a release reaches a few visitors first. */
export interface RolloutOptions {
  gradually?: boolean;
  atOnce?: boolean;
}

/**
 * Returns the steps by which a release reaches all visitors, or undefined for all at once.
 *
 * @throws {CliError} when several apps are to be released gradually, or KARGO_ROLLOUT has no steps
 */
export function stepsFor(
  names: readonly string[],
  { gradually, atOnce, releases, to }: PublishOptions & RolloutOptions,
): Rollout['steps'] | undefined {
  if (atOnce || (!gradually && (!releases || to !== undefined))) return undefined;
  if (names.length === 1) return readSteps(process.env.KARGO_ROLLOUT);
  const several = `${names.join(', ')} may need each other`;
  if (gradually) throw new CliError(`--gradually takes one app: ${several}.`);
  progress(`All visitors get them at once: ${several}`);
  return undefined;
}

/**
 * Reads steps such as `1@0,5@10,20@30,100@60`: the percentage of visitors and the minute it starts.
 *
 * @throws {CliError} when they do not grow from minute 0 to all visitors
 */
export function readSteps(value: string | undefined): Rollout['steps'] {
  if (!value) return usualSteps;
  const steps = value.split(',').map((step) => {
    const [, percent, minute] = /^\s*(\d+(?:\.\d+)?)@(\d+)\s*$/.exec(step) ?? [];
    return { percent: Number(percent), minute: Number(minute) };
  });
  const [first, last] = [steps[0], steps.at(-1)];
  const isGrowing = steps.every(({ percent, minute }, index) => {
    const before = steps[index - 1] ?? { percent: 0, minute: -1 };
    return percent > before.percent && minute > before.minute;
  });
  const isBounded = steps.length <= 20 && Number(last?.minute) <= 100_000;
  if (isGrowing && isBounded && first?.minute === 0 && last?.percent === 100) return steps;
  throw new CliError(
    `KARGO_ROLLOUT takes growing steps from minute 0 to 100 %, such as 1@0,5@10,20@30,100@60, not "${value}".`,
  );
}
