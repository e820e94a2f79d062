import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { inlinePaths } from './inline-paths-loader.ts';
import { reachedByNpm } from './npm-lockfile.ts';
import { reachedPackages } from './pnpm-lockfile.ts';
import { isOwnRepository } from './remotes.ts';
import { requiredVersions } from './sharing.ts';

/** Counted where a source links to them, as they are built. */
const addresses = 'shared-types/src/page/paths.ts';

/**
 * Returns a hash of what is made of an app: of its sources, the shared modules that it requires, and its libraries as in
 * the lockfile. In a repository of its own, all packages but the app's are libraries.
 *
 * @param path the folder of the app's package
 * @param packages the folders of others in the same workspace that belong to it, such as `shared-types`
 */
export async function inputsHash(path: string, packages: readonly string[]): Promise<string> {
  const { root, files, libraries } = isOwnRepository(path)
    ? { root: path, files: await sourceFiles(path, '.'), libraries: await reachedByNpm(path) }
    : await inputsInWorkspace(dirname(path), [basename(path), ...packages]);
  const hash = createHash('sha256');
  for (const file of files.filter((file) => file !== addresses)) {
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

/** Sorted paths, relative to the top folder. */
async function sourceFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !isNoSource.test(file))
    .sort();
}
