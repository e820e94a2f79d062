import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** What neither runs the site nor goes into it, and what was made on this machine. */
const leftOut = /[\\/](e2e|docs|dist|test-results|\.git|\.ci|\.cache|\.federation|\.kargo)$/;

/** A copy of this checkout, to edit and to run commands in; disposing of it removes it. */
export class Checkout {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async copy(): Promise<Checkout> {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-checkout-'));
    const names = (await readdir(root)).filter((name) => name !== 'node_modules');
    await Promise.all([
      // Links stay as they are, so those between packages lead to the copies.
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

  /** Replaces a text that has to be in the file. */
  async edit(file: string, before: string, after: string): Promise<void> {
    const path = join(this.folder, file);
    const source = await readFile(path, 'utf8');
    if (!source.includes(before)) throw new Error(`${file} does not contain "${before}"`);
    await writeFile(path, source.replace(before, after));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Packages of the workspace, named here, are the copies; whatever was installed is this checkout's. */
async function linkModules(target: string, packages: string[]): Promise<void> {
  await mkdir(target);
  const installed = join(root, 'node_modules');
  for (const name of await readdir(installed)) {
    const path = packages.includes(name) ? `../${name}` : join(installed, name);
    await symlink(path, join(target, name), 'junction');
  }
}
