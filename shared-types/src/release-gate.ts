import satisfies from 'semver/functions/satisfies.js';
import type { Release } from './release.ts';

/** Why a release may not be served, as one sentence. */
export type Problem = string;

/**
 * What speaks against a release beside the others: shared modules that a remote needs and the shell
 * does not provide as needed, and screens that the shell routes to and the remote lacks. What a
 * release from before does not say is not judged.
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

export const nameOf = ({ app, version }: Pick<Release, 'app' | 'version'>) => `${app} ${version}`;

function misfits(shell: Release, remote: Release): Problem[] {
  return [...missingModules(shell, remote), ...missingScreens(shell, remote)];
}

function missingModules(shell: Release, remote: Release): Problem[] {
  const { provides } = shell;
  if (!provides) return [];
  /** Modules by what is wrong with them: the parts of one package are raised together. */
  const wrong = new Map<string, string[]>();
  for (const [module, range] of Object.entries(remote.needs ?? {})) {
    const given = provides[module];
    if (given !== undefined && satisfies(given, range)) continue;
    const end = given === undefined ? 'does not provide it' : `provides ${given}`;
    const sentence = `in ${range}, but ${nameOf(shell)} ${end}.`;
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
    .map((id) => `${nameOf(shell)} routes to ${id}, which ${nameOf(remote)} lacks.`);
}
