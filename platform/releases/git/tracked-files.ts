import { runGit } from './run-git.ts';

/**
 * The paths of the files that git tracks in a folder, whether they are there or not. None without git or a repository.
 *
 * @param patterns pathspecs of git; all files if left out
 */
export const trackedFiles = (folder: string, ...patterns: string[]): string[] =>
  runGit(folder, 'ls-files', '-z', '--deduplicate', ...patterns);
