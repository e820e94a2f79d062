import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './settings.ts';

/** Whether a commit comes before another one in this checkout; false if git does not know both. */
export async function isAncestor(commit: string, of: string): Promise<boolean> {
  const [one, other] = [commit, of].map((name) => name.replace(/-dirty$/, ''));
  if (!one || !other || one === other) return false;
  return promisify(execFile)('git', ['merge-base', '--is-ancestor', one, other], {
    cwd: root,
  }).then(
    () => true,
    () => false,
  );
}
