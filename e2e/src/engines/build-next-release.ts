import { rm } from 'node:fs/promises';
import type { FullConfig } from '@playwright/test';
import { buildNextRelease } from '../faults/next-release.ts';
import { type EngineName, whyMissing } from './driver/programs.ts';

/** Builds the release that new-release.spec.ts publishes, once for all engines. */
export default async function buildForAllEngines({ projects }: FullConfig) {
  if (projects.every(({ name }) => whyMissing(name as EngineName))) return;
  const build = await buildNextRelease('marketing');
  process.env.NEXT_MARKETING_BUILD = build;
  return () => rm(build, { recursive: true, force: true });
}
