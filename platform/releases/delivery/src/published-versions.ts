import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';

/** Returns the complete versions of an app in the store and when each was published, in milliseconds, the last one first. */
export async function publishedVersions(store: ReleaseStore, app: string) {
  const objects = await store.list(app);
  const published = objects.flatMap(({ path, at }) => {
    const [, version = '', file, ...rest] = path.split('/');
    return file === releaseFile && rest.length === 0 ? [{ version, at }] : [];
  });
  return published.sort((one, other) => other.at - one.at);
}
