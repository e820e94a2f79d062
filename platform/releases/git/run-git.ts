import { spawnSync } from 'node:child_process';

/** Returns what git prints with `-z`, item by item; nothing without git or a repository. */
export function runGit(folder: string, ...parameters: string[]): string[] {
  const { stdout, status } = spawnSync('git', parameters, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  return status === 0 ? stdout.split('\0').filter(Boolean) : [];
}
