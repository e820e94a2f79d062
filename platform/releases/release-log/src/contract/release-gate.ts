import type { Release } from '@kargo/shared-types/releases/release';
import satisfies from 'semver/functions/satisfies.js';

/** Why a release may not be served, as one sentence. */
export type Problem = string;

/**
 * Returns the conflicts of a release with the others: shared modules that a remote needs and the shell
 * does not provide in that version, screens that the shell routes to and the remote lacks, and copies of
 * packages that the shell provides.
 *
 * @param site the other releases that are served with it, by app
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
 * Returns an app's fallbacks, for when its current release fails: the best of the earlier ones that are
 * compatible with the other apps.
 *
 * @param versions the earlier versions that may be a fallback, the best first
 * @param site the current releases, by app
 * @param readWhole reads a release of the app; undefined if it is missing or incomplete
 */
export async function fallbacksOf(
  versions: readonly string[],
  site: ReadonlyMap<string, Release>,
  readWhole: (version: string) => Promise<Release | undefined>,
): Promise<Release[]> {
  const fallbacks: Release[] = [];
  for (const version of versions) {
    if (fallbacks.length === mostFallbacks) break;
    const release = await readWhole(version);
    if (release && problemsOf(release, site).length === 0) fallbacks.push(release);
  }
  return fallbacks;
}

export const nameOf = ({ app, version }: Pick<Release, 'app' | 'version'>) => `${app} ${version}`;

function misfits(shell: Release, remote: Release): Problem[] {
  return [
    ...missingModules(shell, remote),
    ...missingScreens(shell, remote),
    ...ownCopies(shell, remote),
  ];
}

/** Returns the packages of the shell that a remote has a copy of. */
function ownCopies({ sharedPackages = [] }: Release, remote: Release): Problem[] {
  return sharedPackages
    .filter((name) => remote.bundles?.[name] !== undefined)
    .map(
      (name) =>
        `${nameOf(remote)} bundles a copy of ${name} ${remote.bundles?.[name]}: import from shared-runtime what it needs of it.`,
    );
}

function missingModules(shell: Release, remote: Release): Problem[] {
  const provides = shell.provides ?? {};
  /** Modules by problem: modules of the same package usually share one problem. */
  const wrong = new Map<string, string[]>();
  for (const [module, range] of Object.entries(remote.needs ?? {})) {
    const given = provides[module];
    if (given !== undefined && satisfies(given, range)) continue;
    const end = given === undefined ? 'does not provide it' : `provides ${given}`;
    const sentence = `in ${range}, but ${nameOf(shell)} ${end}: release both together.`;
    wrong.set(sentence, [...(wrong.get(sentence) ?? []), module]);
  }
  return [...wrong].map(
    ([sentence, modules]) => `${nameOf(remote)} needs ${modules.join(', ')} ${sentence}`,
  );
}

function missingScreens(shell: Release, remote: Release): Problem[] {
  const routed = shell.routes ?? [];
  return routed
    .filter(
      (id) =>
        id.startsWith(`${remote.app}/`) && !(id.slice(remote.app.length + 1) in remote.screens),
    )
    .map(
      (id) =>
        `${nameOf(shell)} routes to ${id}, which ${nameOf(remote)} lacks: add the screen, or take the route out.`,
    );
}
