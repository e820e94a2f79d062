import { currentVersion } from 'shared-types/releases/release-map';
import { RefusedError } from './refused-error.ts';
import { readReleaseMap, writeReleaseMap } from './release-map.ts';
import { withReleaseMapLock } from './release-map-lock.ts';
import { readRelease } from './release-store.ts';

/**
 * Removes a remote from the map. Its releases stay in the store.
 *
 * @throws {RefusedError} for the shell, and while the shell routes to the remote
 */
export async function removeApp(releases: string, app: string): Promise<void> {
  await withReleaseMapLock(releases, async () => {
    const { generation, apps } = await readReleaseMap(releases);
    if (!apps[app]) throw new RefusedError(`${app} is not in the release map.`);
    if (app === 'shell') throw new RefusedError('There is no site without the shell.');
    const version = currentVersion({ generation, apps }, 'shell');
    const shell = version && (await readRelease(releases, { app: 'shell', version }));
    const routed = shell ? shell.routes?.find((screen) => screen.startsWith(`${app}/`)) : undefined;
    if (routed) {
      throw new RefusedError(
        `shell ${version} routes to ${routed}: take its routes to ${app} out and release the shell first.`,
      );
    }
    const { [app]: _removed, ...others } = apps;
    await writeReleaseMap(releases, { generation: generation + 1, apps: others });
  });
}
