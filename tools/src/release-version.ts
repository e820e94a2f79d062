import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inputsHash } from './inputs-hash.ts';

/** Packages of the workspace that are part of more than one build. */
const sharedInputs = ['shared-types', 'shared-ui', 'tools'];

/**
 * The version of a release, such as `0.1.0-3fa9c1d20b`: the package's version and a hash of all
 * inputs of its build. Equal inputs give equal versions, so nothing is built twice.
 *
 * The inputs are the sources of the app and of the packages that it includes, the shared modules
 * that remotes require from the shell, and the libraries of these packages as in the lockfile. The
 * other apps are no inputs, since a checkout may lack them, nor are addresses that it does not link to,
 * nor files that git ignores. In a repository of its own, the packages that it includes are libraries too.
 *
 * @param path the folder of the app's package
 */
export async function releaseVersion(path: string): Promise<string> {
  const runtime = basename(path) === 'shell' ? ['shared-runtime'] : [];
  const hash = await inputsHash(path, [...sharedInputs, ...runtime]);
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  return `${manifest.version}-${hash.slice(0, 10)}`;
}
