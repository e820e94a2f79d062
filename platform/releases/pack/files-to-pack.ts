import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { trackedFiles } from '../git/tracked-files.ts';
import { type PackedFiles, packedFiles } from './packed-files.ts';

/**
 * The files that a package is packed with. What git does not track, such as a key that lies there, is not.
 *
 * @param folder that of the package in this checkout
 * @throws {CliError} when git does not track the package
 */
export function filesToPack(folder: string): PackedFiles {
  const files = trackedFiles(folder).filter((file) => existsSync(join(folder, file)));
  if (!files.includes('package.json'))
    throw new CliError(`git does not track ${folder}, and only what it tracks is packed.`);
  return packedFiles(folder, files);
}
