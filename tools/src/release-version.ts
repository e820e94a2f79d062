import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { reachedPackages } from './lockfile.ts';
import { apps } from './remotes.ts';
import { requiredVersions } from './sharing.ts';

const root = join(import.meta.dirname, '../..');

/** Packages of the workspace that go into more than one build. */
const sharedInputs = ['shared-types', 'shared-ui', 'tools'];

/** They name the remotes; of them only an app's own screens matter to it. */
const lists = ['shared-types/src/page/screens.ts', 'tools/src/remotes.ts'];

/**
 * The version of a release: the package's version and a hash of what can change its build, such as
 * `0.1.0-3fa9c1d20b`. Equal inputs give equal versions, so nothing is built twice.
 *
 * These are the sources of the app and of the packages that go into it, what a remote asks of the
 * shell, and the libraries that they reach by the lockfile: not the other apps, which a checkout
 * may lack.
 *
 * @param folder the package's folder at the top level, such as `remote-auth`
 */
export async function releaseVersion(folder: string): Promise<string> {
  const isShell = folder === 'shell';
  const packages = [folder, ...sharedInputs, ...(isShell ? ['shared-runtime'] : [])];
  const files = (await Promise.all(packages.map(sourceFiles))).flat();
  const hash = createHash('sha256');
  for (const file of [...files, '.browserslistrc'].filter((file) => !lists.includes(file))) {
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  const { port, ...self } = apps.find((app) => app.folder === folder) ?? { port: 0 };
  const libraries = await reachedPackages(packages);
  hash.update(JSON.stringify([self, requiredVersions(), libraries]));
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  return `${manifest.version}-${hash.digest('hex').slice(0, 10)}`;
}

const isNoSource = /(^|\/)(node_modules|dist)\/|\.test\.tsx?$|(^|\/)testing\//;

/** Paths from the top folder, in order. */
async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !isNoSource.test(file))
    .sort();
}
