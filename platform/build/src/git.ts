import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs git in a checkout, also in one of another user, as in a container: builds run its code anyway. */
export async function git(root: string, ...parameters: string[]): Promise<string> {
  const words = ['-c', `safe.directory=${root}`, ...parameters];
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)('git', words, options)).stdout;
}
