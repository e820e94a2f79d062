import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedVersion, runtimeManifest, sharedPackages } from './sharing.ts';

/**
 * Makes sure that a remote is compiled and tested with the libraries of shared-runtime, which run in the page.
 *
 * @throws when the remote's package has another version of one of them
 */
export function requireSharedVersions(path: string): void {
  const manifest = join(path, 'package.json');
  const { name, dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  const declared = { ...dependencies, ...devDependencies };
  for (const library of sharedPackages(path).filter((it) => it in declared)) {
    const own = installedVersion(library, manifest);
    const shared = installedVersion(library, runtimeManifest(path));
    if (own === shared) continue;
    const error = new Error(
      `${name} has ${library} ${own}, and the site has ${shared}, that of @kargo/shared-runtime: write ${shared} in package.json and install again.`,
    );
    // Webpack would print below it where in the tools it was noticed.
    error.stack = error.message;
    throw error;
  }
}
