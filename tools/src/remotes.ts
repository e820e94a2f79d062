import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

/** An app with its own build: the name of its releases, its folder and its development server. */
export interface App {
  name: string;
  /** Folder at the top level, which is also the package's name. */
  folder: string;
  /** Port of its webpack development server. */
  port: number;
}

export interface Remote extends App {
  /** The names of the files in `src/screens/`. */
  screens: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const firstPort = Number(process.env.KARGO_DEV_PORT || 3100);

export const shell: App = { name: 'shell', folder: 'shell', port: firstPort };

/** The remotes of this checkout. */
export const remotes: readonly Remote[] = remotesIn(root);

export const apps: readonly App[] = [shell, ...remotes];

/** The apps of a checkout as it is now. */
export const appsIn = (checkout: string): readonly App[] => [shell, ...remotesIn(checkout)];

/** The remotes of a checkout: its folders `remote-*`. */
function remotesIn(checkout: string): Remote[] {
  return globSync('remote-*/package.json', { cwd: checkout })
    .map((file) => file.split(/[\\/]/)[0] ?? '')
    .sort()
    .map((folder, index) => ({
      name: folder.replace('remote-', ''),
      folder,
      port: firstPort + 1 + index,
      screens: screensIn(join(checkout, folder, 'src/screens')),
    }));
}

function screensIn(folder: string): string[] {
  const files = globSync('*.tsx', { cwd: folder, exclude: ['*.test.tsx'] });
  return files.map((file) => basename(file, '.tsx')).sort();
}
