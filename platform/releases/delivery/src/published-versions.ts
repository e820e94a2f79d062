import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';

export interface PublishedVersion {
  version: string;
  /** When it was published, in milliseconds since 1970. */
  at: number;
}

/** Returns the complete versions of an app in the store, the last published first. */
export async function publishedVersions(
  store: ReleaseStore,
  app: string,
): Promise<PublishedVersion[]> {
  const objects = await store.list(app);
  const published = objects.flatMap(({ path, at }) => {
    const [, version = '', file, ...rest] = path.split('/');
    return file === releaseFile && rest.length === 0 ? [{ version, at }] : [];
  });
  return published.sort((one, other) => other.at - one.at);
}
