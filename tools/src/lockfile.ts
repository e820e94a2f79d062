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

let lockfile: Promise<Lockfile> | undefined;

/**
 * The packages that some folders of the workspace depend on, directly or indirectly, with their
 * hashes, without packages of the workspace and without development dependencies.
 */
export async function reachedPackages(folders: readonly string[]): Promise<string[]> {
  lockfile ??= readFile(join(import.meta.dirname, '../../pnpm-lock.yaml'), 'utf8').then(
    (text) => load(text) as Lockfile,
  );
  const { importers, packages, snapshots } = await lockfile;
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
