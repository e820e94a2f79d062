import { nameOf, type Problem } from '@kargo/release-log/contract/release-gate';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Releases, Screen, Weight } from './screens.ts';

/** What a screen loads, and what the same screen of the current release loads, if there is one. */
export interface Weighed {
  screen: Screen;
  now: Weight;
  before: Weight | undefined;
}

/** How much larger than the current release a screen may be without a warning. */
const growth = { factor: 1.2, kb: 15 };

/** @param requested addresses */
export function weightOf(releases: Releases, app: string, requested: Iterable<string>): Weight {
  const weight: Weight = { script: 0, style: 0, total: 0 };
  const release = releases.get(app);
  if (!release) return weight;
  const folder = releasePath(app, release.version);
  for (const address of requested) {
    const { pathname } = new URL(address);
    if (!pathname.startsWith(folder) || /\.(mp4|webm|mp3|m4a|ogg)$/.test(pathname)) continue;
    const file = release.files?.[decodeURI(pathname.slice(folder.length))];
    const kb = (file?.variants?.['.br']?.size ?? file?.size ?? 0) / 1000;
    weight.total += kb;
    if (pathname.endsWith('.js')) weight.script += kb;
    if (pathname.endsWith('.css')) weight.style += kb;
  }
  return weight;
}

/** Returns what is much larger than before, and what is larger than the shell allows, one sentence each. */
export function sizeProblems(
  weights: readonly Weighed[],
  releases: Releases,
): { larger: string[]; tooLarge: Problem[] } {
  const larger = new Set<string>();
  const tooLarge = new Set<Problem>();
  for (const { screen, now, before } of weights) {
    const { id, app, limit } = screen;
    const release = releases.get(app);
    for (const kind of ['script', 'style', 'total'] as const) {
      const kb = now[kind];
      const allowed = limit?.[kind] ?? Number.POSITIVE_INFINITY;
      const past = before?.[kind] ?? kb;
      const usual = Math.max(past * growth.factor, past + growth.kb);
      const begin = `${release && nameOf(release)} loads ${kb.toFixed(1)} kB (${kind}) at ${id}`;
      if (kb > allowed)
        tooLarge.add(
          `${begin}, and the shell allows ${allowed}: make it smaller, or add --accept-size "why".`,
        );
      else if (kb > usual) larger.add(`${begin}, after ${past.toFixed(1)} kB.`);
    }
  }
  return { larger: [...larger], tooLarge: [...tooLarge] };
}
