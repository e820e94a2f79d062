import type { ReleaseName, StoredRelease } from '@kargo/shared-types/releases/release';
import satisfies from 'semver/functions/satisfies.js';

/** Why a release may not be served, as one sentence. */
export type Problem = string;

/**
 * Returns the conflicts of a release with the others of the site: shared modules that a remote needs and the shell does
 * not provide in that version, screens that it routes to and the remote lacks, copies of packages that it provides,
 * global names that two remotes share.
 */
export function problemsOf(
  candidate: StoredRelease,
  site: ReadonlyMap<string, StoredRelease>,
): Problem[] {
  if (candidate.app !== 'shell') {
    const shell = site.get('shell');
    const others = [...site.values()].filter(({ app }) => app !== candidate.app);
    return [...(shell ? misfits(shell, candidate) : []), ...sameNames(candidate, others)];
  }
  const remotes = [...site.values()].filter(({ app }) => app !== 'shell');
  return remotes.flatMap((remote) => misfits(candidate, remote));
}

/** Maximum number of fallbacks of a release. */
export const mostFallbacks = 3;

/**
 * Returns an app's fallbacks, for when its current release fails: the first ones that are compatible with the site.
 *
 * @param earlier possible fallbacks, the best first
 * @param readWhole reads a release; undefined if it is missing, incomplete or another one
 */
export async function fallbacksOf<Earlier>(
  earlier: readonly Earlier[],
  site: ReadonlyMap<string, StoredRelease>,
  readWhole: (named: Earlier) => Promise<StoredRelease | undefined>,
): Promise<StoredRelease[]> {
  const fallbacks: StoredRelease[] = [];
  for (const named of earlier) {
    if (fallbacks.length === mostFallbacks) break;
    const release = await readWhole(named);
    if (release && problemsOf(release, site).length === 0) fallbacks.push(release);
  }
  return fallbacks;
}

export const nameOf = ({ app, version }: ReleaseName) => `${app} ${version}`;

/** A build finds its container and its chunks by such names. */
function sameNames(remote: StoredRelease, others: readonly StoredRelease[]): Problem[] {
  const namesOf = ({ app, container }: StoredRelease) => [
    container?.name ?? `kargo_${app}`,
    container?.chunkList,
  ];
  return others.flatMap((other) => {
    const same = namesOf(remote).find((name) => name && namesOf(other).includes(name));
    if (!same) return [];
    return `${nameOf(remote)} defines ${same} on window, as ${nameOf(other)} does: give its federation plugin another name.`;
  });
}

const misfits = (shell: StoredRelease, remote: StoredRelease): Problem[] => [
  ...missingModules(shell, remote),
  ...missingScreens(shell, remote),
  ...ownCopies(shell, remote),
];

function ownCopies({ sharedPackages = [] }: StoredRelease, remote: StoredRelease): Problem[] {
  const copies = sharedPackages.filter((name) => remote.bundles?.[name] !== undefined);
  return copies.map((name) => {
    const copy = [name, remote.bundles?.[name]].filter(Boolean).join(' ');
    return `${nameOf(remote)} bundles a copy of ${copy}: import from shared-runtime what it needs of it.`;
  });
}

function missingModules(shell: StoredRelease, remote: StoredRelease): Problem[] {
  const given = (module: string) => shell.provides?.[module];
  const missing = Object.entries(remote.needs ?? {}).filter(
    // The remote falls back to its own copy where the shell has none.
    ([module, range]) =>
      !satisfies(given(module) ?? '', range) && !(!given(module) && remote.copies?.[module]),
  );
  // Modules of the same package usually share one problem.
  const bySentence = Map.groupBy(missing, ([module, range]) => {
    const end = given(module) === undefined ? 'does not provide it' : `provides ${given(module)}`;
    return `in ${range}, but ${nameOf(shell)} ${end}: release both together.`;
  });
  return [...bySentence].map(([sentence, needs]) => {
    const modules = needs.map(([module]) => module).join(', ');
    return `${nameOf(remote)} needs ${modules} ${sentence}`;
  });
}

function missingScreens(shell: StoredRelease, remote: StoredRelease): Problem[] {
  const missing = (shell.routes ?? []).filter((id) => {
    const [app, screen = ''] = id.split('/');
    return app === remote.app && !(screen in remote.screens);
  });
  return missing.map(
    (id) =>
      `${nameOf(shell)} routes to ${id}, which ${nameOf(remote)} lacks: add the screen, or take the route out.`,
  );
}
