import { getInstance } from '@module-federation/runtime';
import { pageBlocks, type ReleaseMap, releaseMapKey } from 'shared-types/release';
import { type RemoteName, screens } from 'shared-types/screens';

interface CurrentRelease {
  /** Address of the remote's entry script. */
  url: string;
  version: string;
}

const releases = new Map<RemoteName, CurrentRelease>();

/** Tells the federation runtime where each remote of the page's release map is to be found. */
export function registerReleases(): void {
  for (const remote of Object.keys(screens) as RemoteName[]) {
    const entry = readReleaseMap().microFrontends[releaseMapKey(remote)]?.[0];
    // A remote that was never published is one that cannot be loaded; the others can.
    if (entry) releases.set(remote, { url: entry.url, version: entry.metadata.version });
  }
  getInstance()?.registerRemotes(
    [...releases].map(([remote, { url }]) => ({
      name: `kargo_${remote}`,
      alias: remote,
      entry: new URL(url, window.location.href).href,
      type: 'global',
    })),
  );
}

/** Version of the release that a remote is loaded from; undefined if it was never published. */
export function releaseVersion(remote: RemoteName): string | undefined {
  return releases.get(remote)?.version;
}

function readReleaseMap(): ReleaseMap {
  const block = document.getElementById(pageBlocks.releaseMap);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.releaseMap}`);
  return JSON.parse(block.textContent);
}
