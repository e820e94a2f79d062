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
export async function reachedPackages(
  workspace: string,
  folders: readonly string[],
): Promise<string[]> {
  const { importers, packages, snapshots } = await lockfileOf(workspace);
  const reached = new Set<string>();
  const follow = (name: string, version: string): void => {
    const key = version in snapshots ? version : `${name}@${version}`;
    if (reached.has(key) || version.startsWith('link:')) return;
    reached.add(key);
    const { dependencies, optionalDependencies } = snapshots[key] ?? {};
    for (const each of Object.entries({ ...dependencies, ...optionalDependencies }))
      follow(...each);
  };
  for (const folder of folders) {
    for (const [name, { version }] of Object.entries(importers[folder]?.dependencies ?? {})) {
      follow(name, version);
    }
  }
  const integrityOf = (key: string) => packages[key.replace(/\(.*/, '')]?.resolution.integrity;
  return [...reached].sort().map((key) => `${key} ${integrityOf(key)}`);
}

/** By workspace; reading one takes a second. */
const lockfiles = new Map<string, Promise<Lockfile>>();

function lockfileOf(workspace: string): Promise<Lockfile> {
  const known = lockfiles.get(workspace);
  if (known) return known;
  const lockfile = readFile(join(workspace, 'pnpm-lock.yaml'), 'utf8').then(
    (text) => load(text) as Lockfile,
  );
  lockfiles.set(workspace, lockfile);
  return lockfile;
}
