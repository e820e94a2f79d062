import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withoutSecrets } from './without-secrets.ts';

/** Runs git, even in a checkout of another user, as in a container: builds run its code anyway. */
export async function git(root: string, ...parameters: string[]): Promise<string> {
  // A checkout can configure programs that git runs.
  const words = ['-c', `safe.directory=${root}`, '-c', 'core.fsmonitor=false', ...parameters];
  const options = { cwd: root, env: withoutSecrets(process.env), maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)('git', words, options)).stdout;
}
