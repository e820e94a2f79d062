import { spawnSync } from 'node:child_process';

/**
 * Returns the words before a command that run it in its own namespaces; none where the system refuses
 * that. In a user namespace it cannot read environment or memory of processes outside.
 */
export function unshared(...namespaces: string[]): string[] {
  const { status } = spawnSync('unshare', [...namespaces, 'true'], { stdio: 'ignore' });
  return status === 0 ? ['unshare', ...namespaces] : [];
}
