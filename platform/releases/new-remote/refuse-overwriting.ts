import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';

/** Installing, building and `dev` leave these in a folder whose files are gone. */
const leftovers = ['node_modules', 'dist', '.mf'];

/** @throws {CliError} when the folder of a new remote has files of somebody */
export function refuseOverwriting(checkout: string, folder: string): void {
  const path = join(checkout, folder);
  const files = existsSync(path) ? readdirSync(path) : [];
  const kept = files.filter((file) => !leftovers.includes(file));
  if (kept.length > 0)
    throw new CliError(
      `${folder}/ has files already (${kept.join(', ')}): move them away, or choose another name.`,
    );
}
