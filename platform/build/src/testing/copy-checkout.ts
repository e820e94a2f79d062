import { cp, mkdtemp, symlink } from 'node:fs/promises';
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
  const leftOut = ['dist', '.cache', '.federation', '.pnpm'];
  const filter = (path: string) => !leftOut.includes(basename(path));
  // Links are kept, so those between packages lead to the copies.
  const options = { recursive: true, verbatimSymlinks: true, filter };
  for (const name of [...folders, 'package.json', 'pnpm-lock.yaml', 'node_modules'])
    await cp(join(root, name), join(checkout, name), options);
  // The libraries themselves, to which the other links lead.
  await symlink(join(root, 'node_modules/.pnpm'), join(checkout, 'node_modules/.pnpm'));
  return checkout;
}
