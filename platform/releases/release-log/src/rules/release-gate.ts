import {
  isRemote,
  isShell,
  type ReleaseName,
  type Releases,
  type RemoteRelease,
  type ShellRelease,
  type StoredRelease,
  shellOf,
} from '@kargo/shared-types/releases/release';
import satisfies from 'semver/functions/satisfies.js';

/** One sentence that says why a release may not be served. */
export type Problem = string;

/**
 * Returns a release's conflicts with the site: shared modules that a remote needs and the shell
 * lacks, screens that the shell routes to and the remote lacks, copies of the shell's packages,
 * and global names that two remotes share.
 */
export function problemsOf(candidate: StoredRelease, site: Releases): Problem[] {
  const remotes = [...site.values()].filter(isRemote);
  if (isShell(candidate)) return remotes.flatMap((remote) => misfits(candidate, remote));
  const shell = shellOf(site);
  const others = remotes.filter(({ app }) => app !== candidate.app);
  return [...(shell ? misfits(shell, candidate) : []), ...sameNames(candidate, others)];
}

export const mostFallbacks = 3;

/**
 * Returns the first earlier releases that fit the site: one takes over if the current one fails.
 *
 * @param earlier possible fallbacks, the best first
 * @param readWhole reads a release; undefined if it is missing, incomplete or a different one
 */
export async function fallbacksOf<Earlier>(
  earlier: readonly Earlier[],
  site: Releases,
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

/** Two builds with the same names would use each other's container or chunks. */
function sameNames(remote: RemoteRelease, others: readonly RemoteRelease[]): Problem[] {
  const namesOf = ({ app, container }: RemoteRelease) => [
    container?.name ?? `kargo_${app}`,
    container?.chunkList,
  ];
  // The usual name is the app's own, so only whoever else uses it has a problem.
  const names = namesOf(remote).filter((name) => name && name !== `kargo_${remote.app}`);
  return others.flatMap((other) => {
    const same = names.find((name) => namesOf(other).includes(name));
    if (!same) return [];
    return `${nameOf(remote)} defines ${same} on window, as ${nameOf(other)} does: give its federation plugin another name.`;
  });
}

const misfits = (shell: ShellRelease, remote: RemoteRelease): Problem[] => [
  ...missingModules(shell, remote),
  ...missingScreens(shell, remote),
  ...ownCopies(shell, remote),
];

function ownCopies(
  { sharedPackages = [] }: ShellRelease,
  { bundles, ...remote }: RemoteRelease,
): Problem[] {
  const copies = sharedPackages.filter((name) => bundles[name] !== undefined);
  return copies.map((name) => {
    const copy = [name, bundles[name]].filter(Boolean).join(' ');
    return `${nameOf(remote)} bundles its own copy of ${copy}: import what it needs from shared-runtime.`;
  });
}

function missingModules(shell: ShellRelease, remote: RemoteRelease): Problem[] {
  // A remote may name a module like a property of every object, such as `constructor`.
  const given = (module: string) =>
    Object.hasOwn(shell.provides, module) ? shell.provides[module] : undefined;
  const missing = Object.entries(remote.needs).filter(
    // Without the shell's module, the remote uses its own copy.
    ([module, range]) =>
      !satisfies(given(module) ?? '', range) &&
      !(!given(module) && Object.hasOwn(remote.copies, module)),
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

function missingScreens(shell: ShellRelease, remote: RemoteRelease): Problem[] {
  const own = new Set(Object.keys(remote.screens).map((screen) => `${remote.app}/${screen}`));
  const missing = shell.routes.filter((id) => id.startsWith(`${remote.app}/`) && !own.has(id));
  return missing.map(
    (id) =>
      `${nameOf(shell)} routes to ${id}, which ${nameOf(remote)} lacks: add the screen, or take the route out.`,
  );
}
