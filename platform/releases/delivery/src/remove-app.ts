import { currentVersion, withCurrent } from '@kargo/release-log/log/served-releases';
import { changeRecord } from './change-record.ts';
import { refuseFrozen } from './freeze.ts';
import type { Store } from './keys.ts';
import { readRelease } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Removes a remote from the site. Its releases stay in the store. Throws a RefusedError for the shell, and while the
 * shell routes to the remote.
 */
export async function removeApp(on: Store, app: string): Promise<void> {
  await changeRecord(on, app, async (record, state) => {
    if (app === 'shell') throw new RefusedError('There is no site without the shell.');
    refuseFrozen(state, [app]);
    const version = currentVersion(state, 'shell');
    const shell = version && (await readRelease(on.store, { app: 'shell', version }));
    const routed = shell ? shell.routes?.find((screen) => screen.startsWith(`${app}/`)) : undefined;
    if (!routed) return withCurrent(record, null);
    throw new RefusedError(
      `shell ${version} routes to ${routed}: take its routes to ${app} out and release the shell first.`,
    );
  });
}
