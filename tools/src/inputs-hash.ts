import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { inlinePaths } from './inline-paths-loader.ts';
import { reachedByNpm } from './npm-lockfile.ts';
import { reachedPackages } from './pnpm-lockfile.ts';
import { isOwnRepository } from './remotes.ts';
import { requiredVersions } from './sharing.ts';

/** Counted where a source links to them, as they are built. */
const addresses = 'shared-types/src/page/paths.ts';

/**
 * Returns a hash of what is made of an app: of its sources, the shared modules that it requires, and its libraries as in
 * the lockfile. What git ignores is no source. In a repository of its own, all packages but the app's are libraries.
 *
 * @param path the folder of the app's package
 * @param packages the folders of others in the same workspace that belong to it, such as `shared-types`
 */
export async function inputsHash(path: string, packages: readonly string[]): Promise<string> {
  const { root, files, libraries } = isOwnRepository(path)
    ? { root: path, files: await sourceFiles(path, '.'), libraries: await reachedByNpm(path) }
    : await inputsInWorkspace(dirname(path), [basename(path), ...packages]);
  const isIgnored = await ignoredByGit(root);
  const hash = createHash('sha256');
  for (const file of files.filter((file) => file !== addresses && !isIgnored(file))) {
    const content = await readFile(join(root, file));
    const isSource = /\.tsx?$/.test(file);
    hash.update(`${file}\0`).update(isSource ? inlinePaths(content.toString()) : content);
  }
  hash.update(JSON.stringify([requiredVersions(path), libraries]));
  return hash.digest('hex');
}

async function inputsInWorkspace(root: string, packages: readonly string[]) {
  const files = await Promise.all(packages.map((name) => sourceFiles(root, name)));
  return { root, files: files.flat(), libraries: await reachedPackages(root, packages) };
}

const isNoSource =
  /(^|\/)(node_modules|dist|testing|\.[^/]+)\/|\.test\.tsx?$|^package-lock\.json$|\.md$/;

/**
 * Tells of a path below a folder whether git ignores it, as it does with `.env`: such a file is on one machine only.
 * Where there is no git, or no repository, nothing is ignored.
 */
async function ignoredByGit(folder: string): Promise<(file: string) => boolean> {
  const options = ['--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { stdout } = await promisify(execFile)('git', ['ls-files', ...options], {
    cwd: folder,
  }).catch(() => ({ stdout: '' }));
  // Folders end with a slash.
  const ignored = stdout.split('\0').filter(Boolean);
  return (file) =>
    ignored.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));
}

/** Sorted paths, relative to the top folder. */
async function sourceFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !isNoSource.test(file))
    .sort();
}
