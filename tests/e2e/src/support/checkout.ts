import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
/** Not needed to run the site, or generated. */
const leftOut = /[\\/](e2e|docs|dist|test-results|\.git|\.ci|\.cache|\.federation|\.kargo)$/;

/** A copy of this checkout to edit and run; removed on disposal. */
export class Checkout {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async copy(): Promise<Checkout> {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-checkout-'));
    const names = (await readdir(root)).filter((name) => name !== 'node_modules');
    await Promise.all([
      // Links are kept, so those between packages lead to the copies.
      ...names.map((name) =>
        cp(join(root, name), join(folder, name), {
          recursive: true,
          verbatimSymlinks: true,
          filter: (source) => !leftOut.test(source),
        }),
      ),
      linkModules(join(folder, 'node_modules'), names),
    ]);
    return new Checkout(folder);
  }

  /** Replaces a text, which must be in the file. */
  async edit(file: string, before: string | RegExp, after: string): Promise<void> {
    const path = join(this.folder, file);
    const source = await readFile(path, 'utf8');
    if (source.search(before) < 0) throw new Error(`${file} does not contain "${before}"`);
    await writeFile(path, source.replace(before, after));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Links workspace packages to the copies and installed packages to this checkout. */
async function linkModules(target: string, packages: string[]): Promise<void> {
  await mkdir(target);
  const installed = join(root, 'node_modules');
  for (const name of await readdir(installed)) {
    const path = packages.includes(name) ? `../${name}` : join(installed, name);
    await symlink(path, join(target, name), 'junction');
  }
}
