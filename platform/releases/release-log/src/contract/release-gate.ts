import type { Release } from '@kargo/shared-types/releases/release';
import satisfies from 'semver/functions/satisfies.js';

/** Why a release may not be served, as one sentence. */
export type Problem = string;

/**
 * Returns the conflicts of a release with the others of the site: shared modules that a remote needs and the shell does
 * not provide in that version, screens that it routes to and the remote lacks, copies of packages that it provides.
 */
export function problemsOf(candidate: Release, site: ReadonlyMap<string, Release>): Problem[] {
  if (candidate.app !== 'shell') {
    const shell = site.get('shell');
    return shell ? misfits(shell, candidate) : [];
  }
  const remotes = [...site.values()].filter(({ app }) => app !== 'shell');
  return remotes.flatMap((remote) => misfits(candidate, remote));
}

/** Maximum number of fallbacks of a release. */
export const mostFallbacks = 3;

/**
 * Returns an app's fallbacks, for when its current release fails: the first ones that are compatible with the site.
 *
 * @param earlier the releases that may be a fallback, the best first
 * @param readWhole reads a release of the app; undefined if it is missing, incomplete or another one
 */
export async function fallbacksOf<Earlier>(
  earlier: readonly Earlier[],
  site: ReadonlyMap<string, Release>,
  readWhole: (named: Earlier) => Promise<Release | undefined>,
): Promise<Release[]> {
  const fallbacks: Release[] = [];
  for (const named of earlier) {
    if (fallbacks.length === mostFallbacks) break;
    const release = await readWhole(named);
    if (release && problemsOf(release, site).length === 0) fallbacks.push(release);
  }
  return fallbacks;
}

export const nameOf = ({ app, version }: Pick<Release, 'app' | 'version'>) => `${app} ${version}`;

const misfits = (shell: Release, remote: Release): Problem[] => [
  ...missingModules(shell, remote),
  ...missingScreens(shell, remote),
  ...ownCopies(shell, remote),
];

function ownCopies({ sharedPackages = [] }: Release, remote: Release): Problem[] {
  const copies = sharedPackages.filter((name) => remote.bundles?.[name] !== undefined);
  return copies.map(
    (name) =>
      `${nameOf(remote)} bundles a copy of ${name} ${remote.bundles?.[name]}: import from shared-runtime what it needs of it.`,
  );
}

function missingModules(shell: Release, remote: Release): Problem[] {
  const given = (module: string) => shell.provides?.[module];
  const missing = Object.entries(remote.needs ?? {}).filter(
    ([module, range]) => !satisfies(given(module) ?? '', range),
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

function missingScreens(shell: Release, remote: Release): Problem[] {
  const missing = (shell.routes ?? []).filter((id) => {
    const [app, screen = ''] = id.split('/');
    return app === remote.app && !(screen in remote.screens);
  });
  return missing.map(
    (id) =>
      `${nameOf(shell)} routes to ${id}, which ${nameOf(remote)} lacks: add the screen, or take the route out.`,
  );
}
