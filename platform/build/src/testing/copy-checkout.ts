import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/**
 * Copies packages of this checkout into a new folder, where their files can be changed. They import each other there, and
 * the same libraries as here.
 *
 * @param folders at the top level, such as `shared-types`
 */
export async function copyCheckout(folders: readonly string[]): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'kargo-checkout-'));
  const filter = (path: string) => !['dist', '.cache', '.federation'].includes(basename(path));
  // Links are kept, so those between packages lead to the copies.
  const options = { recursive: true, verbatimSymlinks: true, filter };
  for (const name of [...folders, 'package.json', 'pnpm-lock.yaml'])
    await cp(join(root, name), join(checkout, name), options);
  await mkdir(join(checkout, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    const to = join(checkout, 'node_modules', name);
    // The libraries themselves are in a folder whose name begins with a dot; the rest are links.
    await (name.startsWith('.') ? symlink(from, to) : cp(from, to, options));
  }
  return checkout;
}
