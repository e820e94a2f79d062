import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteName } from '@kargo/shared-types/page/screens';
import { runScript } from '../support/run-script.ts';

const root = join(import.meta.dirname, '../../../..');
/** The folders and files that the build of a remote needs besides its own folder. */
const needed = ['platform/build', 'shared-types', 'shared-runtime', 'shared-ui', 'pnpm-lock.yaml'];

/** Changes of source texts, by file in the remote's folder. */
export type Edits = Record<string, (source: string) => string>;

/**
 * Builds a release of a remote with a higher version, from a copy of the checkout without the shell
 * and the other remotes.
 *
 * @param to the folder for the build
 */
export async function buildNextRelease(
  remote: RemoteName,
  to: string,
  edits: Edits = {},
): Promise<void> {
  const folder = `remote-${remote}`;
  const copy = await mkdtemp(join(tmpdir(), `kargo-next-${remote}-`));
  try {
    await Promise.all([
      ...[...needed, folder].map((name) => copyOf(name, copy)),
      symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction'),
    ]);
    for (const [file, edit] of Object.entries({ 'package.json': raiseVersion, ...edits })) {
      const path = join(copy, folder, file);
      await writeFile(path, edit(await readFile(path, 'utf8')));
    }
    const webpack = join(copy, folder, 'node_modules/webpack-cli/bin/cli.js');
    await runScript([webpack, '--mode', 'production'], { cwd: join(copy, folder) });
    await cp(join(copy, folder, 'dist'), to, { recursive: true });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Links are kept, so those between packages lead to the copies. */
function copyOf(name: string, copy: string): Promise<void> {
  const isLeftOut = /[\\/](dist|\.cache|\.federation)$/;
  return cp(join(root, name), join(copy, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !isLeftOut.test(source),
  });
}

function raiseVersion(manifest: string): string {
  return JSON.stringify({ ...JSON.parse(manifest), version: '99.0.0' });
}
