import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Checkout } from 'e2e/development/checkout';
import { newPublisherKey, publisherVariables } from 'shared-types/releases/release-signature';
import type { BuildName } from './builds/build.ts';
import { progress } from './progress.ts';
import { variants } from './variants.ts';

export interface Builds {
  /** Hold a folder of each variant: as it is, and after a sentence of marketing was changed. */
  folders: { before: string; after: string };
  /** Duration of this site's builds in ms: from nothing, and after that change. */
  times: { coldBuild: number; warmBuild: number };
}

const names = [...new Set(variants.map(({ build }) => build))];

/** Builds every variant twice, both times in the copy, since paths can be part of a build. */
export async function buildAll(checkout: Checkout, work: string): Promise<Builds> {
  // For the publishers, and for the site that is started on what they published.
  Object.assign(process.env, publisherVariables(await newPublisherKey('bench', ['*'])));
  const before = join(work, 'before');
  const after = join(work, 'after');
  const coldBuild = await buildEach(checkout, before);
  await checkout.edit('remote-marketing/src/home/GetStarted.tsx', 'Ready when you are', 'Now');
  // It has been published before.
  await cp(join(before, 'site-data'), join(after, 'site-data'), { recursive: true });
  const warmBuild = await buildEach(checkout, after);
  return { folders: { before, after }, times: { coldBuild, warmBuild } };
}

/** @returns how long this site's build took, in ms */
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
