import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The sharing table: all modules that exist only once in the page.
 *
 * Keys are exact requests. The modules of shared-runtime are shared instead of the libraries that they re-export, which
 * would be downloaded as a whole (docs/decisions/0004-share-modules-of-our-own-not-libraries.md).
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
  '@kargo/shared-runtime/ui': { eager: true },
  // Loaded by the first screen that needs them.
  '@kargo/shared-runtime/api-client': { eager: false },
  '@kargo/shared-runtime/identity': { eager: false },
  '@kargo/shared-runtime/session-actions': { eager: false },
  '@kargo/shared-runtime/ui-controls': { eager: false },
  '@kargo/shared-runtime/ui-overlays': { eager: false },
} as const;

export type SharedRequest = keyof typeof table;

/**
 * Shared modules of the shell; those that every page needs are eager.
 *
 * @param path the folder of the package, which uses shared-runtime; so everywhere here
 */
export function hostSharing(path: string) {
  const { resolve } = createRequire(runtimeManifest(path));
  return sharing(path, (request) => ({
    eager: table[request].eager,
    // With a path, a module is provided even if the shell does not import it.
    ...(isOwn(request) ? { import: resolve(request) } : {}),
  }));
}

/** Shared modules of a remote, all from the host. */
export function remoteSharing(path: string) {
  return sharing(path, () => ({ import: false }));
}

/** The shared modules that the shell provides, with their versions. */
export function providedVersions(path: string): Record<string, string> {
  const manifest = runtimeManifest(path);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return forEachRequest((request) =>
    isOwn(request) ? version : installedVersion(request, manifest),
  );
}

/** The shared modules that a remote needs from the shell, with version ranges. */
export function requiredVersions(path: string): Record<string, string> {
  const versions = providedVersions(path);
  return forEachRequest((request) => `^${versions[request]}`);
}

function sharing(
  path: string,
  place: (request: SharedRequest) => { eager?: boolean; import?: string | false },
) {
  const versions = providedVersions(path);
  return forEachRequest((request) => {
    const version = versions[request];
    const requiredVersion = `^${version}`;
    return { singleton: true, strictVersion: true, version, requiredVersion, ...place(request) };
  });
}

function forEachRequest<Value>(value: (request: SharedRequest) => Value): Record<string, Value> {
  const requests = Object.keys(table) as SharedRequest[];
  return Object.fromEntries(requests.map((request) => [request, value(request)]));
}

/** The packages of the shell's build alone: a second copy would have its own state, or be downloaded twice. */
export function sharedPackages(path: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(runtimeManifest(path), 'utf8'));
  return Object.keys(dependencies).filter((name) => !isOwn(name));
}

/** Whether a name is of this workspace; all such shared modules are of shared-runtime. */
const isOwn = (name: string) => name.startsWith('@kargo/');

/** The manifest of the shared-runtime that a package uses: it says which libraries are shared, in which version. */
export function runtimeManifest(path: string): string {
  return createRequire(join(path, 'package.json')).resolve('@kargo/shared-runtime/package.json');
}

/** The version of a library that is installed for the package of a manifest. */
export function installedVersion(library: string, manifest: string): string {
  const file = createRequire(manifest).resolve(`${library}/package.json`);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
