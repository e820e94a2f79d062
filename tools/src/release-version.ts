import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { inlinePaths } from './inline-paths-loader.ts';
import { reachedPackages } from './lockfile.ts';
import { requiredVersions } from './sharing.ts';

const root = join(import.meta.dirname, '../..');

/** Counted where a source links to them, as they are built. */
const addresses = 'shared-types/src/page/paths.ts';

/** Packages of the workspace that are part of more than one build. */
const sharedInputs = ['shared-types', 'shared-ui', 'tools'];

/**
 * The version of a release, such as `0.1.0-3fa9c1d20b`: the package's version and a hash of all
 * inputs of its build. Equal inputs give equal versions, so nothing is built twice.
 *
 * The inputs are the sources of the app and of the packages that it includes, the shared modules
 * that remotes require from the shell, and the libraries of these packages as in the lockfile. The
 * other apps are no inputs, since a checkout may lack them, nor are addresses that it does not link to.
 *
 * @param folder the package's folder at the top level, such as `remote-auth`
 */
export async function releaseVersion(folder: string): Promise<string> {
  const isShell = folder === 'shell';
  const packages = [folder, ...sharedInputs, ...(isShell ? ['shared-runtime'] : [])];
  const files = (await Promise.all(packages.map(sourceFiles))).flat();
  const hash = createHash('sha256');
  for (const file of [...files, '.browserslistrc'].filter((file) => file !== addresses)) {
    const content = await readFile(join(root, file));
    const isSource = /\.tsx?$/.test(file);
    hash.update(`${file}\0`).update(isSource ? inlinePaths(content.toString()) : content);
  }
  const libraries = await reachedPackages(packages);
  hash.update(JSON.stringify([requiredVersions(), libraries]));
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  return `${manifest.version}-${hash.digest('hex').slice(0, 10)}`;
}

const isNoSource = /(^|\/)(node_modules|dist)\/|\.test\.tsx?$|(^|\/)testing\//;

/** Sorted paths, relative to the top folder. */
async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !isNoSource.test(file))
    .sort();
}
