import {
  isRemote,
  type Releases,
  type RemoteRelease,
  type StoredRelease,
  shellOf,
} from '@kargo/shared-types/releases/release';
import { nameOf, type Problem } from './release-gate.ts';

/**
 * Returns problems with titles: screens without one, and public pages that share one. They keep a
 * release from becoming current, but not from being a fallback.
 *
 * @param site the releases that would be served together, by app, including the candidate
 */
export function titleProblems(candidate: StoredRelease, site: Releases): Problem[] {
  const remotes = [...site.values()].filter(isRemote);
  const isJudged = ({ app }: RemoteRelease) => [app, 'shell'].includes(candidate.app);
  const isPublic = new Set(shellOf(site)?.publicRoutes);
  const pages = remotes.flatMap((remote) =>
    Object.keys(remote.screens)
      .filter((name) => isPublic.has(`${remote.app}/${name}`))
      .map((name) => ({ name, remote, title: titleOf(remote, name) })),
  );
  const shared = pages.flatMap(({ title, name, remote }, index) => {
    const same = pages.slice(index + 1).find((other) => title !== '' && other.title === title);
    if (!same || !(isJudged(remote) || isJudged(same.remote))) return [];
    const places = `${name} of ${nameOf(remote)} and ${same.name} of ${nameOf(same.remote)}`;
    return [`${places} have the same title "${title}": change one in src/screens.ts.`];
  });
  return [...remotes.filter(isJudged).flatMap(withoutTitle), ...shared];
}

function withoutTitle(remote: RemoteRelease): Problem[] {
  const names = Object.keys(remote.screens).filter((name) => titleOf(remote, name) === '');
  if (names.length === 0) return [];
  return [`${nameOf(remote)} has no title for ${names.join(', ')}: add it in src/screens.ts.`];
}

/** Returns a title as browsers display it. */
const titleOf = ({ texts }: RemoteRelease, name: string) =>
  (texts[name]?.title ?? '').replaceAll(/\s+/g, ' ').trim();
