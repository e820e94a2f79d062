import { spawnSync } from 'node:child_process';

/**
 * The paths of the files that git tracks in a folder, whether they are there or not. None without git or a repository.
 *
 * @param patterns pathspecs of git; all files if left out
 */
export function trackedFiles(folder: string, ...patterns: string[]): string[] {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z', '--deduplicate', ...patterns], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  return status === 0 ? stdout.split('\0').filter(Boolean) : [];
}
