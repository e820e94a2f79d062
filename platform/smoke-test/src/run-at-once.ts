import { availableParallelism, cpus } from 'node:os';
import pLimit from 'p-limit';

/** How long the processors are watched before the number of tasks changes, in milliseconds. */
const watchedMs = 1000;

/** One more task runs while more of the processors' time than this is idle, and one less with less than that. */
const idle = { toAdd: 0.15, toRemove: 0.02 };

/** Tasks mostly wait, so a processor has time for two. More than eight would only take memory. */
const least = availableParallelism() * 2;
const most = availableParallelism() * 8;

/**
 * Runs tasks, as many at once as the machine has time for: slowness of busy processors proves nothing.
 *
 * @param idleShare returns which share of the processors' time was idle since the last call
 */
export async function runAtOnce<Task>(
  tasks: readonly Task[],
  run: (task: Task) => Promise<void>,
  idleShare = watchIdleShare(),
): Promise<void> {
  const limit = pLimit(least);
  const adapt = () => {
    const share = idleShare();
    if (share > idle.toAdd) limit.concurrency = Math.min(limit.concurrency + 1, most);
    if (share < idle.toRemove) limit.concurrency = Math.max(limit.concurrency - 1, least);
  };
  const timer = setInterval(adapt, watchedMs);
  try {
    await limit.map(tasks, run);
  } finally {
    clearInterval(timer);
  }
}

/** Returns a function that tells which share of the processors' time was idle since its last call, from 0 to 1. */
function watchIdleShare(): () => number {
  let before = processorTimes();
  return () => {
    const now = processorTimes();
    const all = now.all - before.all;
    const share = all > 0 ? (now.idle - before.idle) / all : 0;
    before = now;
    return share;
  };
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((processor) => processor.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((it) => Object.values(it))),
  };
}
