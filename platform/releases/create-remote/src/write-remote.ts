import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const template = join(import.meta.dirname, '../template');

export interface NewRemote {
  /** As in `remote-tracking`. */
  name: string;
  /** The address of its screen, such as `/track`. */
  path: string;
}

/** The name of the first screen of a remote, which is also that of its route. */
export const screenOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Writes a remote with one screen: the files of `template/remote`, and those that only a folder of a workspace or
 * only a repository of its own has, with these names.
 */
export function writeRemote(
  folder: string,
  { name, path }: NewRemote,
  kind: 'workspace' | 'repository',
): void {
  const withNames = (text: string) =>
    text
      .replaceAll('__name__', name)
      .replaceAll('__Screen__', screenOf(name))
      .replaceAll('__path__', path)
      // npm packs no file whose name begins with a dot as it is, and no package is to have a file named as a test.
      .replaceAll('__dot__', '.');
  for (const part of ['remote', kind]) {
    const from = join(template, part);
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const source = join(entry.parentPath, entry.name);
      const file = join(folder, withNames(source.slice(from.length)));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, withNames(readFileSync(source, 'utf8')));
    }
  }
}
