import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from './run-git.ts';

/** The files below a folder of a checkout with changes that are not committed, by their paths in the checkout. */
export function uncommittedFiles(checkout: string, folder: string): string[] {
  const options = ['--porcelain', '-z', '--untracked-files=all', '--no-renames'];
  return (
    runGit(checkout, 'status', ...options, '--', folder)
      // Behind two letters and a space.
      .map((line) => line.slice(3))
      .filter((file) => existsSync(join(checkout, file)))
  );
}
