import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';

/** Files of this repository's own: how a package is compiled and tested here, and what it is found by. */
const ownFiles = ['tsconfig.json', 'package.json', 'shared-exports.json'];

const isTemplate = (file: string) => file.startsWith('template/');
const isSource = (file: string) => /(?<!\.d)\.tsx?$/.test(file) && !isTemplate(file);

/** Paths below the folder of a package: of `sources`, which are compiled, and of what is packed as it is. */
export type PackedFiles = ReturnType<typeof packedFiles>;

/**
 * The files that a package is packed with. What git does not track, such as a key that lies there, is not.
 *
 * @param folder that of the package in this checkout
 * @throws {CliError} when git does not track the package
 */
export function filesToPack(folder: string): PackedFiles {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  const files = (stdout ?? '').split('\0').filter((file) => file && existsSync(join(folder, file)));
  if (!files.includes('package.json'))
    throw new CliError(`git does not track ${folder}, and only what it tracks is packed.`);
  return packedFiles(folder, files);
}

/** What others need of these files: no tests, and what only tests use where the package offers it for the tests of others. */
export function packedFiles(folder: string, files: readonly string[]) {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const offersStandIns = manifest.includes('"./testing/');
  const packed = files
    .filter((file) => !ownFiles.includes(file) && !file.startsWith('template/workspace/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => offersStandIns || !/(^|\/)testing\//.test(file))
    .sort();
  return { sources: packed.filter(isSource), others: packed.filter((file) => !isSource(file)) };
}
