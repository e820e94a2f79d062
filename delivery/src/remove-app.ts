import { appendEntry, recordAfter } from 'release-log/log/append-entry';
import { readLog } from 'release-log/log/read-log';
import { currentVersion, withCurrent } from 'release-log/log/served-releases';
import type { ReleaseStore } from 'release-log/stores/release-store';
import { type Keys, keyFor, signerOf } from './keys.ts';
import { readRelease } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Removes a remote from the site. Its releases stay in the store.
 *
 * @throws {RefusedError} for the shell, and while the shell routes to the remote
 */
export async function removeApp(store: ReleaseStore, app: string, keys: Keys): Promise<void> {
  for (;;) {
    const { state } = await readLog(store, keys.publishers);
    const before = state.records.get(app)?.record;
    if (!before?.current) throw new RefusedError(`${app} is not part of the site.`);
    if (app === 'shell') throw new RefusedError('There is no site without the shell.');
    const version = currentVersion(state, 'shell');
    const shell = version && (await readRelease(store, { app: 'shell', version }));
    const routed = shell ? shell.routes?.find((screen) => screen.startsWith(`${app}/`)) : undefined;
    if (routed) {
      throw new RefusedError(
        `shell ${version} routes to ${routed}: take its routes to ${app} out and release the shell first.`,
      );
    }
    const signer = { key: keyFor(app, keys), by: signerOf(keys), publishers: keys.publishers };
    const record = await recordAfter(state, app, withCurrent(before, null), signer);
    if (await appendEntry(store, state, { [app]: record })) return;
  }
}
