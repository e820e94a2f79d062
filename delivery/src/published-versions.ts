import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the versions of an app that `makeCurrent` can make current, the last published first. */
export async function publishedVersions(
  releases: string,
  app: string,
): Promise<{ version: string /** In milliseconds since 1970. */; at: number }[]> {
  const names = await readdir(join(releases, app)).catch(() => []);
  const published: { version: string; at: number }[] = [];
  for (const version of names) {
    const file = await lstat(join(releases, app, version, 'release.json')).catch(() => null);
    // A folder that begins with a dot is incomplete.
    if (file?.isFile() && !version.startsWith('.')) published.push({ version, at: file.mtimeMs });
  }
  return published.sort((one, other) => other.at - one.at);
}
