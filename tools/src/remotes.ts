import { type RemoteName, screens } from '@kargo/shared-types/page/screens';

/** An app with its own build: the name of its releases, its folder and its development server. */
export interface App {
  name: 'shell' | RemoteName;
  /** Folder at the top level, which is also the package's name. */
  folder: string;
  /** Port of its webpack development server. */
  port: number;
}

export interface Remote extends App {
  name: RemoteName;
  screens: readonly string[];
}

const firstPort = Number(process.env.KARGO_DEV_PORT || 3100);

export const shell: App = { name: 'shell', folder: 'shell', port: firstPort };

export const remotes: readonly Remote[] = Object.entries(screens).map(([name, list], index) => ({
  name: name as RemoteName,
  folder: `remote-${name}`,
  port: firstPort + 1 + index,
  screens: list,
}));

export const apps: readonly App[] = [shell, ...remotes];
