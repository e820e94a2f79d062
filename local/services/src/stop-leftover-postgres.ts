import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runningProcess } from './running-process.ts';

const timeoutMs = 10_000;

/**
 * Stops a Postgres server that a killed start left running on this cluster, and removes its lock
 * file. Postgres itself compares only process ids, which another program may have by now.
 *
 * The caller must own the data folder, and nobody may be using the cluster.
 */
export async function stopLeftoverPostgres(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  const lock = await readFile(lockFile, 'utf8').catch(() => null);
  if (lock === null) return;
  const pid = Number(lock.split('\n', 1)[0]);
  if (Number.isInteger(pid) && pid > 1 && isPostgres(pid, cluster)) await end(pid, cluster);
  await rm(lockFile, { force: true });
}

async function end(pid: number, cluster: string): Promise<void> {
  // First a fast, then an immediate shutdown: the next start can use the data after either.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!isPostgres(pid, cluster)) return;
      await wait(50);
    }
  }
  throw new Error(
    `A Postgres of an earlier start (process ${pid}) does not stop: stop it by hand.`,
  );
}

function isPostgres(pid: number, cluster: string): boolean {
  return runningProcess(pid)?.command.includes(`-D ${cluster} `) === true;
}
