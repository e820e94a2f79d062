import { rm } from 'node:fs/promises';
import { buildNextRelease } from '../faults/next-release.ts';

/** Builds once, before the engines begin, what the journey in new-release.spec.ts publishes. */
export default async function buildForAllEngines() {
  const build = await buildNextRelease('marketing');
  process.env.NEXT_MARKETING_BUILD = build;
  return () => rm(build, { recursive: true, force: true });
}
