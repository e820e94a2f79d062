import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const template = join(import.meta.dirname, 'template');

export interface NewRemote {
  /** As in `remote-tracking`. */
  name: string;
  /** The address of its screen, such as `/track`. */
  path: string;
}

/** The name of the first screen of a remote, which is also that of its route. */
export const screenOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Writes a remote with one screen into a new folder: the files of `template/`, with these names. */
export function writeRemote(folder: string, { name, path }: NewRemote): void {
  const withNames = (text: string) =>
    text
      .replaceAll('__name__', name)
      .replaceAll('__Screen__', screenOf(name))
      .replaceAll('__path__', path);
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = join(folder, withNames(source.slice(template.length)));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withNames(readFileSync(source, 'utf8')));
  }
}
