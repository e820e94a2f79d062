import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../site/settings.ts';

const run = promisify(execFile);

/** Runs the pnpm that started this process, or else the one of the README. */
export async function pnpm(parameters: readonly string[], folder = root): Promise<void> {
  const { npm_execpath: caller = '' } = process.env;
  const [command, ...first] = basename(caller).startsWith('pnpm')
    ? [caller]
    : ['npx', '-y', 'pnpm@12'];
  await run(command as string, [...first, ...parameters], { cwd: folder });
}

/** Makes a production-only install of one package, as in its image. */
export async function deploy(folder: string, target: string): Promise<void> {
  await pnpm(['--filter', folder, 'deploy', '--prod', '--prefer-offline', target]);
}
