import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import {
  newPublisherKey,
  publisherVariables,
} from '@kargo/shared-types/releases/release-signature';
import type { Checkout } from 'e2e/development/checkout';
import type { BuildName } from './builds/build.ts';
import { progress } from './progress.ts';
import { variants } from './variants.ts';

export interface Builds {
  /** Each contains a folder per variant: unchanged, and with a changed sentence in marketing. */
  folders: { before: string; after: string };
  /** Duration of this site's builds in ms: from nothing, and after that change. */
  times: { coldBuild: number; warmBuild: number };
}

const names = [...new Set(variants.map(({ build }) => build))];

/** Builds every variant twice, both times in the same checkout, since a build can contain paths. */
export async function buildAll(checkout: Checkout, work: string): Promise<Builds> {
  // Used by the publishers, and by the site that is started with their releases.
  Object.assign(process.env, publisherVariables(await newPublisherKey('bench', ['*'])));
  const before = join(work, 'before');
  const after = join(work, 'after');
  const coldBuild = await buildEach(checkout, before);
  await checkout.edit('remote-marketing/src/home/GetStarted.tsx', 'Ready when you are', 'Now');
  // The second build of the site starts with the releases of the first.
  await cp(join(before, 'site-data'), join(after, 'site-data'), { recursive: true });
  const warmBuild = await buildEach(checkout, after);
  return { folders: { before, after }, times: { coldBuild, warmBuild } };
}

/** @returns the duration of this site's build, in ms */
async function buildEach(checkout: Checkout, folder: string): Promise<number> {
  const times: Partial<Record<BuildName, number>> = {};
  for (const name of names) {
    progress(`Building ${name} in ${basename(folder)}`);
    const started = performance.now();
    const program = join(checkout.folder, 'bench/src/builds/build.ts');
    await promisify(execFile)(process.execPath, [program, name, folder]);
    times[name] = performance.now() - started;
  }
  return times.site ?? 0;
}
