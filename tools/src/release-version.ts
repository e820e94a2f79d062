import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Folders that go into more than one build. */
const sharedInputs = ['shared-types', 'shared-ui', 'tools'];

/** Only the shell's build contains shared-runtime. */
const extraInputs: Record<string, string[]> = { shell: ['shared-runtime'] };

/**
 * The version of a release: the package's version and a hash of all inputs of its build, such as
 * `0.1.0-3fa9c1d20b`. Equal inputs give equal versions, so nothing is built twice.
 *
 * @param folder the package's folder at the top level, such as `remote-auth`
 */
export async function releaseVersion(folder: string): Promise<string> {
  const inputs = [folder, ...sharedInputs, ...(extraInputs[folder] ?? [])];
  const files = (await Promise.all(inputs.map((input) => sourceFiles(join(root, input))))).flat();
  files.push(join(root, 'pnpm-lock.yaml'), join(root, '.browserslistrc'));
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  }
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  return `${manifest.version}-${hash.digest('hex').slice(0, 10)}`;
}

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](node_modules|dist)[\\/]|\.test\.tsx?$/.test(file.slice(root.length)))
    .sort();
}
