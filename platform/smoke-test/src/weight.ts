import { nameOf, type Problem } from '@kargo/release-log/rules/release-gate';
import type { Releases } from '@kargo/shared-types/releases/release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Screen, Weight } from './screens.ts';

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
    if (/\.m?js$/.test(pathname)) weight.script += kb;
    if (pathname.endsWith('.css')) weight.style += kb;
  }
  return weight;
}

/** Returns what a screen loads beyond the shell's limits, one sentence each. */
export function sizeProblems(
  { id, app, limit }: Screen,
  weight: Weight,
  releases: Releases,
): Problem[] {
  const release = releases.get(app);
  return (['script', 'style', 'total'] as const)
    .filter((kind) => limit && weight[kind] > limit[kind])
    .map((kind): Problem => {
      const begin = `${release && nameOf(release)} loads ${weight[kind].toFixed(1)} kB (${kind})`;
      return `${begin} at ${id}, and the shell allows ${limit?.[kind]}: make it smaller, or add --accept-size "why".`;
    });
}
