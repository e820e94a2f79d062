import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';

/** Files of this repository only: how a package is compiled, tested and found here. */
const ownFiles = ['tsconfig.json', 'package.json', 'shared-exports.json'];

const isTemplate = (file: string) => file.startsWith('template/');
const isSource = (file: string) => /(?<!\.d)\.tsx?$/.test(file) && !isTemplate(file);

/** Paths below a package's folder: the `sources` to compile, and the files to pack unchanged. */
export type PackedFiles = ReturnType<typeof packedFiles>;

/**
 * The files to pack. Untracked ones, such as a stray key, are left out.
 *
 * @param folder of the package in this checkout
 * @throws {CliError} when git does not track the package
 */
export function filesToPack(folder: string): PackedFiles {
  const list = (...which: string[]) =>
    spawnSync('git', ['ls-files', '-z', ...which], { cwd: folder, encoding: 'utf8' }).stdout ?? '';
  // Panda makes the second at installation.
  const files = `${list()}${list('--others', 'styled-system')}`
    .split('\0')
    .filter((file) => file && existsSync(join(folder, file)));
  if (!files.includes('package.json'))
    throw new CliError(`git does not track ${folder}, and only what it tracks is packed.`);
  return packedFiles(folder, files);
}

/** What others need of these files: no tests, and test helpers only if the package exports them. */
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
