import type { FullConfig } from '@playwright/test';
import { prepareNextReleases } from '../faults/prepare-next-releases.ts';
import { type EngineName, whyMissing } from './driver/programs.ts';

/** Builds the release that new-release.spec.ts publishes, once for all engines. */
export default async function prepareForAllEngines({ projects }: FullConfig) {
  if (projects.every(({ name }) => whyMissing(name as EngineName))) return;
  await prepareNextReleases();
}
