import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';

/** The fields of `pnpm-lock.yaml` that are read here (lockfile version 9). */
interface Lockfile {
  /** By folder. */
  importers: Record<string, { dependencies?: Record<string, { version: string }> }>;
  /** By name and version. */
  packages: Record<string, Package>;
  /** By name, version and peers. */
  snapshots: Record<string, Dependencies>;
}

interface Package {
  resolution: { integrity?: string };
  /** By the name of the peer. */
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface Dependencies {
  /** Versions by name; for an alias, the name and version of the real package. */
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Returns the packages that some folders depend on, directly or not, with their hashes, but without
 * development dependencies and optional peers: dependencies of other folders can change such peers,
 * and a build that needs one depends on it directly.
 */
export async function reachedPackages(workspace: string, folders: readonly string[]) {
  const { importers, packages, snapshots } = await lockfileOf(workspace);
  const keyOf = (name: string, version: string) =>
    version in snapshots ? version : `${name}@${version}`;
  const reached = new Set<string>();
  for (const folder of folders)
    for (const [name, { version }] of Object.entries(importers[folder]?.dependencies ?? {}))
      if (!version.startsWith('link:')) reached.add(keyOf(name, version));
  // The loop also visits the ones that it adds.
  for (const key of reached) {
    const { dependencies, optionalDependencies } = snapshots[key] ?? {};
    const { peerDependenciesMeta: peers } = packages[withoutPeers(key)] ?? {};
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
      if (!peers?.[name]?.optional) reached.add(keyOf(name, version));
  }
  return [...new Set([...reached].map(withoutPeers))]
    .sort()
    .map((key) => `${key} ${packages[key]?.resolution.integrity}`);
}

const withoutPeers = (key: string) => key.replace(/\(.*/, '');

/** By workspace, since reading one takes a second. */
const lockfiles: Record<string, Promise<Lockfile>> = {};

function lockfileOf(workspace: string): Promise<Lockfile> {
  lockfiles[workspace] ??= readFile(join(workspace, 'pnpm-lock.yaml'), 'utf8').then(
    (text) => load(text) as Lockfile,
  );
  return lockfiles[workspace];
}
