import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { git } from './git.ts';
import { inlinePaths } from './inline-paths-loader.ts';
import { reachedPackages } from './pnpm-lockfile.ts';
import { isOwnRepository } from './remotes.ts';
import { remoteSharing } from './sharing.ts';

/** The addresses. Each counts in the sources that link to it, as in the build. */
const addresses = 'shared-types/src/page/paths.ts';

/** Packages of the workspace that are part of more than one build. */
const sharedInputs = ['shared-types', 'shared-ui', 'platform/build'];

/** The theme, which makes a remote's styles. Only the shell's build has the rest of the package. */
const stylesInputs = ['shared-runtime/panda.config.ts', 'shared-runtime/src/theme'];

/**
 * Returns the version of a release, such as `0.1.0-3fa9c1d20b`: the package's version and a hash of
 * all inputs of its build. Equal inputs give equal versions, so nothing is built twice.
 *
 * The inputs are the sources of the app and of the packages it includes, the shared modules that
 * remotes need from the shell, and these packages' libraries as in the lockfile. Other apps do not
 * count, since a checkout may lack them, nor do addresses that the app does not link to.
 * In a remote's own repository, everything that npm installs counts as a library.
 *
 * @param path the app's folder
 */
export async function releaseVersion(path: string): Promise<string> {
  const { root, files, libraries } = isOwnRepository(path)
    ? { root: path, files: await sourceFiles(path, ['.']), libraries: await lockedByNpm(path) }
    : await inputsInWorkspace(path);
  const hash = createHash('sha256');
  for (const file of files.filter((file) => file !== addresses)) {
    const content = await readFile(join(root, file));
    const isSource = /\.tsx?$/.test(file);
    hash.update(`${file}\0`).update(isSource ? inlinePaths(content.toString()) : content);
  }
  hash.update(JSON.stringify([remoteSharing(path), libraries]));
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  return `${manifest.version}-${hash.digest('hex').slice(0, 10)}`;
}

/** Returns the libraries in a remote's own repository, with their hashes. */
async function lockedByNpm(path: string): Promise<string[]> {
  const text = await readFile(join(path, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Record<string, { integrity?: string }> } = JSON.parse(text);
  return Object.entries(packages)
    .map(([key, { integrity }]) => `${key} ${integrity}`)
    .sort();
}

async function inputsInWorkspace(path: string) {
  const root = dirname(path);
  const folder = basename(path);
  const packages = [folder, ...sharedInputs, ...(folder === 'shell' ? ['shared-runtime'] : [])];
  const files = await sourceFiles(root, [...packages, ...stylesInputs]);
  return { root, files, libraries: await reachedPackages(root, packages) };
}

const isNoSource =
  /(^|\/)(node_modules|dist|testing|\.[^/]+)\/|\.test\.tsx?$|^package-lock\.json$|\.md$/;

/** Returns the sorted paths of the sources that git tracks or would add; without git, of all. */
async function sourceFiles(root: string, paths: readonly string[]): Promise<string[]> {
  const known = await knownToGit(root, paths);
  const all =
    known.size > 0
      ? [...known]
      : (await Promise.all(paths.map((path) => allFiles(root, path)))).flat();
  const sources = new Set<string>();
  for (const path of all.filter((file) => !isNoSource.test(file)).sort()) {
    // Git still lists a deleted file until the deletion is committed.
    const stats = await lstat(join(root, path)).catch(() => undefined);
    if (stats?.isFile()) sources.add(path);
  }
  return [...sources];
}

/** Returns nothing without git, outside a repository, or in a folder that another one ignores. */
async function knownToGit(root: string, folders: readonly string[]): Promise<Set<string>> {
  const options = ['--cached', '--others', '--exclude-standard', '-z', '--', ...folders];
  const printed = await git(root, 'ls-files', ...options).catch(() => '');
  return new Set(printed.split('\0').filter(Boolean));
}

/** Returns all files below a path that may be sources. */
async function allFiles(root: string, path: string): Promise<string[]> {
  if (!(await lstat(join(root, path))).isDirectory()) return [path];
  if (isNoSource.test(`${path}/`)) return [];
  const names = await readdir(join(root, path));
  return (await Promise.all(names.map((name) => allFiles(root, posix.join(path, name))))).flat();
}
