import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The sharing table: all modules that exist only once in the page, by exact request. It lacks
 * `react-dom/client`, because only the shell creates a root. It has modules of shared-runtime, not
 * the libraries that they re-export, which would be downloaded whole
 * (docs/decisions/0004-share-modules-of-our-own-not-libraries.md).
 */
const table = {
  react: { eager: true },
  'react-dom': { eager: true },
  jotai: { eager: true },
  '@kargo/shared-runtime/configuration': { eager: true },
  '@kargo/shared-runtime/layout': { eager: true },
  '@kargo/shared-runtime/loading': { eager: true },
  '@kargo/shared-runtime/router': { eager: true },
  '@kargo/shared-runtime/session': { eager: true },
  // Loaded by the first screen that needs them.
  '@kargo/shared-runtime/api-client': { eager: false },
  '@kargo/shared-runtime/identity': { eager: false },
  '@kargo/shared-runtime/session-actions': { eager: false },
  '@kargo/shared-runtime/ui-overlays': { eager: false },
} as const;

export type SharedRequest = keyof typeof table;

/**
 * Returns the shared modules of the shell. Those that every page needs are eager.
 *
 * @param path the folder of a package that uses shared-runtime
 */
export function hostSharing(path: string) {
  const { resolve } = createRequire(runtimeManifest(path));
  return sharing(path, (request) => ({
    eager: table[request].eager,
    // With a path, a module is provided even if the shell does not import it.
    ...(isOwn(request) ? { import: resolve(request) } : {}),
  }));
}

/** Returns the shared modules of a remote. The host provides them all. */
export function remoteSharing(path: string) {
  return sharing(path, () => ({ import: false }));
}

function sharing(
  path: string,
  place: (request: SharedRequest) => { eager?: boolean; import?: string | false },
) {
  const manifest = runtimeManifest(path);
  const { version: ofRuntime } = JSON.parse(readFileSync(manifest, 'utf8'));
  const shared = (Object.keys(table) as SharedRequest[]).map((request) => {
    const version = isOwn(request) ? ofRuntime : installedVersion(request, manifest);
    const versions = { version, requiredVersion: `^${version}` };
    return [request, { singleton: true, strictVersion: true, ...versions, ...place(request) }];
  });
  return Object.fromEntries(shared);
}

/** Returns packages only the shell may have: copies would be downloads, or have their own state. */
export function sharedPackages(path: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(runtimeManifest(path), 'utf8'));
  return Object.keys(dependencies).filter((name) => !isOwn(name));
}

/** Whether a name is of this workspace. All such shared modules are in shared-runtime. */
const isOwn = (name: string) => name.startsWith('@kargo/');

/** Returns the manifest of shared-runtime, which has the versions of the shared libraries. */
function runtimeManifest(path: string): string {
  return createRequire(join(path, 'package.json')).resolve('@kargo/shared-runtime/package.json');
}

/** Returns the version of a library that is installed for the package with this manifest. */
function installedVersion(library: string, manifest: string): string {
  const file = createRequire(manifest).resolve(`${library}/package.json`);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/**
 * Makes sure that a remote is compiled and tested with the library versions that run in the page.
 *
 * @throws when the remote's package has another version of one than shared-runtime
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
    // Otherwise webpack would print the stack below it.
    error.stack = error.message;
    throw error;
  }
}
