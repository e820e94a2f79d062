import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const template = join(import.meta.dirname, '../template');

export interface NewRemote {
  /** As in `remote-tracking`. */
  name: string;
  /** The address of its screen, such as `/track`. */
  path: string;
}

/** The name of a remote's first screen, and of its route. */
export const screenOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Folders of the template: `defineRemote` builds `repository`, other bundlers those below it. */
const parts = {
  workspace: ['remote', 'workspace'],
  repository: ['remote', 'any', 'repository'],
  rspack: ['any', 'stock', 'rspack'],
  rsbuild: ['any', 'stock', 'rsbuild'],
  vite: ['any', 'stock', 'vite'],
  webpack: ['any', 'stock', 'webpack'],
} as const;
export type Kind = keyof typeof parts;

export const isKind = (it: string): it is Kind => Object.hasOwn(parts, it);

/** Writes a remote with one screen, under these names. */
export function writeRemote(folder: string, { name, path }: NewRemote, kind: Kind): void {
  const withNames = (text: string) =>
    text
      .replaceAll('__name__', name)
      .replaceAll('__Screen__', screenOf(name))
      .replaceAll('__path__', path)
      // npm does not pack dotfiles as they are, and no packed file may look like a test.
      .replaceAll('__dot__', '.');
  for (const part of parts[kind]) {
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
