import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const intervalMs = 500;

/**
 * Calls `stop` when the package manager that started this process, such as npx or pnpm, or one of
 * the shells in between is gone. A killed npx leaves its children running, out of reach of Ctrl-C.
 */
export function stopWithLauncher(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const launchers = packageManagers(process.ppid);
  const timer = setInterval(() => {
    if (isUnbroken([process.pid, ...launchers])) return;
    clearInterval(timer);
    stop();
  }, intervalMs);
  timer.unref();
}

/** The process and its ancestors, up to the last one that belongs to a package manager. */
function packageManagers(pid: number): number[] {
  const chain: number[] = [];
  let known = 0;
  for (let info = inspect(pid), next = pid; info; next = info.parent, info = inspect(next)) {
    chain.push(next);
    if (/\b(npm|npx|pnpm)\b/.test(info.command)) known = chain.length;
    else if (!/^\S*sh -c/.test(info.command)) break;
  }
  return chain.slice(0, known);
}

/** Whether each process is still the child of the next: an orphan gets another parent. */
function isUnbroken(chain: number[]): boolean {
  return chain.slice(1).every((parent, index) => inspect(chain[index] ?? 0)?.parent === parent);
}

/** Null when there is no such process. */
function inspect(pid: number): { parent: number; command: string } | null {
  try {
    if (process.platform !== 'linux') {
      const line = execFileSync('ps', ['-p', `${pid}`, '-o', 'ppid=,command='], {
        encoding: 'utf8',
      });
      const [parent = '', ...command] = line.trim().split(/\s+/);
      return { parent: Number(parent), command: command.join(' ') };
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command };
  } catch {
    return null;
  }
}
