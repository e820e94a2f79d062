import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './site.ts';

/** Files that are generated, or that the site can run without. */
const leftOut =
  /(^|[\\/])(e2e|docs|dist|test-results|\.git|\.ci|\.cache|\.federation|\.kargo|\.pnpm)$/;

export type Checkout = Awaited<ReturnType<typeof editableCheckout>>;

/** Copies this checkout to edit and run it; disposing of it removes the copy. */
export async function editableCheckout() {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-checkout-'));
  const filter = (path: string) => !leftOut.test(relative(root, path));
  // Keeps links, so that links between packages lead to the copies.
  await cp(root, folder, { recursive: true, verbatimSymlinks: true, filter });
  // Other links lead to the libraries in here.
  await symlink(join(root, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'));
  return {
    folder,
    /** Replaces a text that must be in the file. */
    async edit(file: string, before: string | RegExp, after: string): Promise<void> {
      const path = join(folder, file);
      const source = await readFile(path, 'utf8');
      if (source.search(before) < 0) throw new Error(`${file} does not contain "${before}"`);
      await writeFile(path, source.replace(before, after));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
