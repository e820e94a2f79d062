import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of this repository's own: how a package is compiled and tested here, and what it is found by. */
const ownFiles = [
  'tsconfig.json',
  'runtime/tsconfig.json',
  'package.json',
  'shared-exports.json',
  'strip-types.js',
];

const isTemplate = (file: string) => file.startsWith('template/');
const isSource = (file: string) => /(?<!\.d)\.tsx?$/.test(file) && !isTemplate(file);

/** Paths below the folder of a package. */
export interface PackedFiles {
  /** Compiled. */
  sources: readonly string[];
  /** Packed as they are. */
  others: readonly string[];
}

/**
 * The files of a package that others need: no tests, and nothing that only tests use, except what it offers for
 * the tests of others.
 *
 * @param files of the package, by their paths below its folder
 */
export function packedFiles(folder: string, files: readonly string[]): PackedFiles {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const offersStandIns = manifest.includes('"./testing/');
  const packed = files
    .filter((file) => !ownFiles.includes(file) && !file.startsWith('template/workspace/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => offersStandIns || !/(^|\/)testing\//.test(file))
    .sort();
  return { sources: packed.filter(isSource), others: packed.filter((file) => !isSource(file)) };
}
