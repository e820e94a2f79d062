import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';
import { parse } from 'yaml';
import { packedFolders } from './packed-folders.ts';

/** The versions of the packed packages, by name. */
const packed = new Map(
  packedFolders.map((folder) => {
    const { name, version } = read(join(root, folder));
    return [name, version];
  }),
);

const { catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));

type Dependencies = Record<string, string>;

type Target = string | Record<string, string>;

/** The fields of a `package.json` that are read here. */
interface Manifest {
  name: string;
  version: string;
  exports: Record<string, Target>;
  bin?: Record<string, string>;
  dependencies?: Dependencies;
  optionalDependencies?: Dependencies;
  peerDependencies?: Dependencies;
  devDependencies?: Dependencies;
  [field: string]: unknown;
}

/**
 * The `package.json` of a packed package: it points to compiled files, takes other packages from a
 * registry, and leaves out how this repository tests it.
 *
 * @param folder of the package in this checkout
 * @param sources the packed ones, by their paths below the folder
 */
export function packedManifest(folder: string, sources: readonly string[]): Manifest {
  const { private: _, scripts, devDependencies = {}, ...manifest } = read(folder);
  const { bin, optionalDependencies, peerDependencies } = manifest;
  return {
    ...manifest,
    license: 'MIT',
    engines: { node: '>=24' },
    exports: Object.fromEntries(
      Object.entries(manifest.exports).flatMap((each) => packedExports(each, sources)),
    ),
    ...(bin && { bin: mapped(bin, ([, source]) => asScript(source)) }),
    dependencies: versions({ ...manifest.dependencies, ...typesOf(manifest, devDependencies) }),
    ...(optionalDependencies && { optionalDependencies: versions(optionalDependencies) }),
    ...(peerDependencies && { peerDependencies: versions(peerDependencies) }),
  };
}

/**
 * A source such as `./src/session.ts` becomes its script and types. A pattern such as `./src/*.ts`
 * becomes the files that match it: each can be checked, and nothing else is exported.
 */
function packedExports(
  [path, target]: [string, Target],
  sources: readonly string[],
): [string, Target][] {
  if (typeof target !== 'string' || !/\.tsx?$/.test(target)) return [[path, target]];
  const [before = '', after = ''] = target.split('*');
  if (before === target) return [[path, compiled(target)]];
  return sources
    .map((file) => `./${file}`)
    .filter((file) => file.startsWith(before) && file.endsWith(after))
    .map((file) => [path.replace('*', file.slice(before.length, -after.length)), compiled(file)]);
}

const asScript = (source: string) => source.replace(/\.tsx?$/, '.js');

const compiled = (source: string): Target => ({
  types: source.replace(/\.tsx?$/, '.d.ts'),
  default: asScript(source),
});

/** The types of Node and of a package's dependencies: its own types may name them. */
function typesOf({ dependencies = {} }: Manifest, devDependencies: Dependencies): Dependencies {
  const entries = Object.entries(devDependencies).filter(([name]) => {
    const [, library = ''] = /^@types\/(.+)$/.exec(name) ?? [];
    return library === 'node' || library in dependencies;
  });
  return Object.fromEntries(entries);
}

/** The text of a `package.json` with versions in place of what only this workspace understands. */
export function withVersions(text: string): string {
  const manifest = JSON.parse(text);
  for (const kind of ['dependencies', 'devDependencies']) manifest[kind] = versions(manifest[kind]);
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Puts versions in place of `workspace:*` and `catalog:`, which no registry knows. */
const versions = (dependencies: Dependencies): Dependencies =>
  mapped(dependencies, ([name, range]) => {
    if (range === 'workspace:*') return `^${packed.get(name)}`;
    return range === 'catalog:' ? catalog[name] : range;
  });

const mapped = (record: Record<string, string>, change: (entry: [string, string]) => string) =>
  Object.fromEntries(Object.entries(record).map((entry) => [entry[0], change(entry)]));

function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
