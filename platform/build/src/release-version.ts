import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { inlinePaths } from './inline-paths-loader.ts';
import { reachedPackages } from './pnpm-lockfile.ts';
import { isOwnRepository } from './remotes.ts';
import { requiredVersions } from './sharing.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Counted where a source links to them, as they are built. */
const addresses = 'shared-types/src/page/paths.ts';

/** Packages of the workspace that are part of more than one build. */
const sharedInputs = ['shared-types', 'shared-ui', 'platform/build'];

/**
 * The version of a release, such as `0.1.0-3fa9c1d20b`: the package's version and a hash of all
 * inputs of its build. Equal inputs give equal versions, so nothing is built twice.
 *
 * The inputs are the sources of the app and of the packages that it includes, the shared modules
 * that remotes require from the shell, and the libraries of these packages as in the lockfile. The
 * other apps are no inputs, since a checkout may lack them, nor are addresses that it does not link to,
 * nor files that git ignores. In a repository of its own, all that npm installs are its libraries.
 *
 * @param path the folder of the app's package
 */
export async function releaseVersion(path: string): Promise<string> {
  const { root, files, libraries } = isOwnRepository(path)
    ? { root: path, files: await sourceFiles(path, '.'), libraries: await lockedByNpm(path) }
    : await inputsInWorkspace(path);
  const isIgnored = await ignoredByGit(root);
  const hash = createHash('sha256');
  for (const file of files.filter((file) => file !== addresses && !isIgnored(file))) {
    const content = await readFile(join(root, file));
    const isSource = /\.tsx?$/.test(file);
    hash.update(`${file}\0`).update(isSource ? inlinePaths(content.toString()) : content);
  }
  hash.update(JSON.stringify([requiredVersions(path), libraries]));
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  return `${manifest.version}-${hash.digest('hex').slice(0, 10)}`;
}

/** The libraries in a repository of one remote, with their hashes, but not shared-runtime, which is in the page already. */
async function lockedByNpm(path: string): Promise<string[]> {
  const text = await readFile(join(path, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Record<string, { integrity?: string }> } = JSON.parse(text);
  return Object.entries(packages)
    .filter(([key]) => key !== 'node_modules/@kargo/shared-runtime')
    .map(([key, { integrity }]) => `${key} ${integrity}`)
    .sort();
}

/** The inputs of an app beside the packages that it includes. */
async function inputsInWorkspace(path: string) {
  const root = dirname(path);
  const folder = basename(path);
  const packages = [folder, ...sharedInputs, ...(folder === 'shell' ? ['shared-runtime'] : [])];
  const files = await Promise.all(packages.map((name) => sourceFiles(root, name)));
  return { root, files: files.flat(), libraries: await reachedPackages(root, packages) };
}

const isNoSource =
  /(^|\/)(node_modules|dist|testing|\.[^/]+)\/|\.test\.tsx?$|^package-lock\.json$|\.md$/;

/** Tells whether git ignores a path, such as `.env`. Without git or a repository nothing is ignored. */
async function ignoredByGit(folder: string): Promise<(file: string) => boolean> {
  const options = ['--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { stdout } = await promisify(execFile)('git', ['ls-files', ...options], {
    cwd: folder,
    // A checkout can configure programs for git to run.
    env: withoutSecrets(process.env),
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
