import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../site/settings.ts';

type Dependencies = Record<string, string>;

type Target = string | Record<string, string>;

/** The fields of a `package.json` that are read here. */
interface Manifest {
  name: string;
  version: string;
  description: string;
  exports: Record<string, Target>;
  dependencies?: Dependencies;
  optionalDependencies?: Dependencies;
  peerDependencies?: Dependencies;
  [field: string]: unknown;
}

/**
 * The `package.json` of a packed package: it leads to compiled files, asks a registry for the other packages,
 * and says nothing of how this repository tests it.
 *
 * @param folder that of the package in this checkout
 */
export function packedManifest(folder: string): Manifest {
  const { private: _, scripts, devDependencies, ...manifest } = read(folder);
  // A package has no types to strip.
  delete manifest.exports['./strip-types'];
  return {
    ...manifest,
    license: 'UNLICENSED',
    engines: { node: '>=24' },
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([path, target]) => [path, packedTarget(target)]),
    ),
    ...versions(manifest, 'dependencies'),
    ...versions(manifest, 'optionalDependencies'),
    ...versions(manifest, 'peerDependencies'),
  };
}

/** A source, such as `./src/session.ts`, becomes the script in its place, with its types. */
function packedTarget(target: Target): Target {
  if (typeof target !== 'string' || !/\.tsx?$/.test(target)) return target;
  const compiled = target.replace(/\.tsx?$/, '');
  return { types: `${compiled}.d.ts`, default: `${compiled}.js` };
}

function versions(
  manifest: Manifest,
  kind: 'dependencies' | 'optionalDependencies' | 'peerDependencies',
) {
  const dependencies = manifest[kind];
  if (!dependencies) return {};
  const named = Object.entries(dependencies).map(([name, range]) => [name, versionOf(name, range)]);
  return { [kind]: Object.fromEntries(named) };
}

/** The version that a registry is asked for. */
function versionOf(name: string, range: string): string {
  if (range === 'workspace:*') return `^${read(join(root, name.replace('@kargo/', ''))).version}`;
  if (range !== 'catalog:') return range;
  const { catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  return catalog[name];
}

function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
