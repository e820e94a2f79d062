import { spawnSync } from 'node:child_process';

/**
 * Returns words that, before a command, run it in its own namespaces; none if the system refuses.
 * In a user namespace it cannot read the environment or memory of other processes.
 */
export function unshared(...namespaces: string[]): string[] {
  const { status } = spawnSync('unshare', [...namespaces, 'true'], { stdio: 'ignore' });
  return status === 0 ? ['unshare', ...namespaces] : [];
}
