import { runningProcess } from 'local-services/running-process';

const intervalMs = 500;

/**
 * Calls `stop` when a package manager that started this process, such as npx or pnpm, or a shell
 * in between is gone. A killed npx leaves its children running, out of reach of Ctrl-C.
 */
export function stopWithLauncher(stop: () => void): void {
  if (!process.env.npm_execpath) return;
  const launchers = packageManagers(process.ppid);
  const timer = setInterval(() => {
    if (isUnbroken([process.pid, ...launchers])) return;
    clearInterval(timer);
    stop();
  }, intervalMs);
  timer.unref();
}

/** The process and its ancestors up to the last package manager. */
function packageManagers(pid: number): number[] {
  const chain: number[] = [];
  let known = 0;
  let next = pid;
  for (let it = runningProcess(next); it; it = runningProcess(next)) {
    chain.push(next);
    if (/\b(npm|npx|pnpm)\b/.test(it.command)) known = chain.length;
    else if (!/^\S*sh -c/.test(it.command)) break;
    next = it.parent;
  }
  return chain.slice(0, known);
}

/** Whether each process is still a child of the next: an orphan gets another parent. */
function isUnbroken(chain: number[]): boolean {
  return chain
    .slice(1)
    .every((parent, index) => runningProcess(chain[index] ?? 0)?.parent === parent);
}
