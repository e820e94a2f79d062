import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { remotes } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { appSections, publicKeyFiles } from '../app-sections.ts';
import { routeTable } from '../routes.ts';

/**
 * A folder with copies of the files that `new-remote` reads and writes; removed on disposal. This
 * checkout may get more remotes, so tests add one with a name that nobody takes.
 */
export class SmallCheckout {
  readonly folder = mkdtempSync(join(tmpdir(), 'kargo-small-checkout-'));

  constructor() {
    const manifests = remotes.map(({ folder }) => join(folder, 'package.json'));
    for (const file of [
      'pnpm-lock.yaml',
      routeTable,
      ...appSections.map((it) => it.file),
      ...publicKeyFiles,
      ...manifests,
    ])
      cpSync(join(root, file), join(this.folder, file));
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), content);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
