import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '@kargo/commands/settings';

const manifests = ['local', 'platform', 'platform/releases', 'tests'].flatMap((folder) =>
  globSync(`${folder}/*/package.json`, { cwd: root }),
);

/** The commands of this checkout's packages, each with its file. */
export const ourPrograms = manifests.flatMap((manifest) => {
  const { bin = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
  return Object.entries<string>(bin).map(([name, file]): [name: string, file: string] => [
    name,
    join(dirname(manifest), file),
  ]);
});
