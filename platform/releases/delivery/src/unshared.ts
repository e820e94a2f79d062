import { spawnSync } from 'node:child_process';

/**
 * Returns the words that run a command in its own namespaces when put before it; none where the system refuses that.
 * In a user namespace it cannot read the environment or memory of other processes.
 */
export function unshared(...namespaces: string[]): string[] {
  const { status } = spawnSync('unshare', [...namespaces, 'true'], { stdio: 'ignore' });
  return status === 0 ? ['unshare', ...namespaces] : [];
}
