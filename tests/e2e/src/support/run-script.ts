import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a script in Node.
 *
 * @returns its output
 * @throws with its output if it fails
 */
export async function runScript(
  parameters: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    ...options,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

const commands = join(import.meta.dirname, '../../../../local/start/driver-commands');

/** Runs one of the API's commands, such as `add-driver`, on the site's database. */
export const apiCommand = (name: string, ...words: string[]) =>
  runScript([join(commands, `${name}.ts`), ...words]);
