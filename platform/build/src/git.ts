import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs git in a checkout, also in one that belongs to another user, as in a container: commands run its code anyway.
 *
 * @param root the top folder of the checkout
 * @returns what it prints
 * @throws without git or a repository, and when it fails
 */
export async function git(root: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['-c', `safe.directory=${root}`, ...parameters],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}
