import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the packages that were packed into a folder before, so that they are not published again. */
export function removeOlderPackages(folder: string): void {
  for (const file of readdirSync(folder))
    if (/^kargo-[a-z-]+-\d+\.\d+\.\d.*\.tgz$/.test(file)) rmSync(join(folder, file));
}
