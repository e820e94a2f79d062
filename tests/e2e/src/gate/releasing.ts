import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { root, siteKeys } from '../support/site.ts';

const run = promisify(execFile);
const leftOut = new Set(['.git', '.kargo', 'test-results', 'node_modules', 'dist', '.cache']);

/** Tests that release from a copy of this checkout to a copy of the site's releases. */
export const test = base.extend<object, { checkout: string; releases: ReleasesFolder }>({
  checkout: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'kargo-gate-'));
      const isTaken = (path: string) =>
        !relative(root, path)
          .split('/')
          .some((name) => leftOut.has(name));
      await cp(root, folder, { recursive: true, filter: isTaken });
      const install = ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'];
      await run('npx', install, { cwd: folder });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  releases: [
    async ({}, use) => {
      await using releases = await ReleasesFolder.copy();
      await use(releases);
    },
    { scope: 'worker' },
  ],
});

/** Changes of sources by file; null removes one. */
export type Edits = Record<string, (source: string) => string | null>;

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export const release = (checkout: string, releases: ReleasesFolder, ...parameters: string[]) =>
  runCommand(
    checkout,
    'platform/releases/commands/src/release.ts',
    ...[...parameters, '--at-once', '--releases', releases.path],
  );

export function runCommand(
  checkout: string,
  script: string,
  ...parameters: string[]
): Promise<Ended> {
  // Playwright turns on colours, whose codes would be between the words.
  const own = { KARGO_DATA_DIR: join(checkout, '.kargo'), FORCE_COLOR: undefined };
  const env = { ...process.env, ...siteKeys(), ...own };
  const words = [join(checkout, script), ...parameters];
  return run(process.execPath, words, { cwd: checkout, env }).then(
    (printed) => ({ code: 0, ...printed }),
    (ended: Ended) => ended,
  );
}

/** Changes files of a checkout until disposal. */
export async function plant(checkout: string, edits: Edits): Promise<AsyncDisposable> {
  const before = new Map<string, string>();
  for (const [name, edit] of Object.entries(edits)) {
    const file = join(checkout, name);
    const source = await readFile(file, 'utf8');
    before.set(file, source);
    const edited = edit(source);
    expect(edited, name).not.toBe(source);
    await (edited === null ? rm(file) : writeFile(file, edited));
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const [file, source] of before) await writeFile(file, source);
    },
  };
}
