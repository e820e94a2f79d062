import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '../support/run-script.ts';
import { siteReleases } from '../support/site.ts';

const root = join(import.meta.dirname, '../../..');

/** A copy of the site's releases, to publish into and remove from. */
export class ReleasesFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async copy(): Promise<ReleasesFolder> {
    const path = await mkdtemp(join(tmpdir(), 'kargo-releases-'));
    await cp(siteReleases, path, { recursive: true });
    return new ReleasesFolder(path);
  }

  async publish(build: string): Promise<void> {
    await runScript([join(root, 'delivery/src/publish.ts'), build, '--releases', this.path]);
  }

  async remove(app: string, version: string): Promise<void> {
    await rm(join(this.path, app, version), { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
