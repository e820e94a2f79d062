import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';

/** The fields of `pnpm-lock.yaml` that are read here (lockfile version 9). */
interface Lockfile {
  /** By folder. */
  importers: Record<string, { dependencies?: Record<string, { version: string }> }>;
  /** By name and version. */
  packages: Record<string, { resolution: { integrity?: string } }>;
  /** By name, version and peers. */
  snapshots: Record<string, Dependencies>;
}

interface Dependencies {
  /** Versions by name; for an alias, the name and version of the real package. */
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The packages that some folders depend on, also indirectly, with their hashes; no development dependencies. */
export async function reachedPackages(workspace: string, folders: readonly string[]) {
  const { importers, packages, snapshots } = await lockfileOf(workspace);
  const keyOf = (name: string, version: string) =>
    version in snapshots ? version : `${name}@${version}`;
  const reached = new Set<string>();
  for (const folder of folders)
    for (const [name, { version }] of Object.entries(importers[folder]?.dependencies ?? {}))
      if (!version.startsWith('link:')) reached.add(keyOf(name, version));
  // Those that are added meanwhile are visited too.
  for (const key of reached) {
    const { dependencies, optionalDependencies } = snapshots[key] ?? {};
    for (const each of Object.entries({ ...dependencies, ...optionalDependencies }))
      reached.add(keyOf(...each));
  }
  const integrityOf = (key: string) => packages[key.replace(/\(.*/, '')]?.resolution.integrity;
  return [...reached].sort().map((key) => `${key} ${integrityOf(key)}`);
}

/** By workspace; reading one takes a second. */
const lockfiles: Record<string, Promise<Lockfile>> = {};

function lockfileOf(workspace: string): Promise<Lockfile> {
  lockfiles[workspace] ??= readFile(join(workspace, 'pnpm-lock.yaml'), 'utf8').then(
    (text) => load(text) as Lockfile,
  );
  return lockfiles[workspace];
}
